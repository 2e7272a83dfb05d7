//! The memory that the prefix codes of a lossless WebP take.
//!
//! A decoder builds all of them before the first pixel. A picture of one pixel may have 65,536 groups of five,
//! and a code that takes 14 bytes in the file takes four kilobytes as a table. The library's decoder has no
//! limit for this, so the file is read up to its codes first, without building any.

/// Codes of a group: green, lengths and cache; red; blue; alpha; distances.
const CODES: usize = 5;
const ALPHABETS: [u32; CODES] = [256 + 24, 256, 256, 256, 40];
const LENGTHS: [usize; 19] = [17, 18, 0, 1, 2, 3, 4, 5, 16, 6, 7, 8, 9, 10, 11, 12, 13, 14, 15];
const MAX_LENGTH: usize = 15;

/// The longest code that the library's decoder looks up in a table; longer ones continue in a tree.
const TABLE_BITS: usize = 10;
const TABLE_ENTRY_BYTES: u64 = 4;
const TREE_NODE_BYTES: u64 = 16;
/// A code itself, twice because the list of codes grows by doubling.
const CODE_BYTES: u64 = 2 * 64;

/// The bytes of all codes, or more than `most`; `None` if the file ends before them.
pub fn code_bytes(stream: &[u8], width: u32, height: u32, most: u64) -> Option<u64> {
    let mut bits = Bits { stream, at: 0 };
    let width = skip_transforms(&mut bits, width, height)?;
    let cache = color_cache(&mut bits)?;
    let mut groups = 1;
    if bits.read(1)? == 1 {
        let block = bits.read(3)? + 2;
        groups = skip_image(&mut bits, blocks(width, block), blocks(height, block))? + 1;
    }
    let mut bytes = 0;
    for _ in 0..groups {
        for alphabet in alphabets(cache) {
            bytes += Code::read(&mut bits, alphabet)?.bytes() + CODE_BYTES;
        }
        if bytes > most {
            break;
        }
    }
    Some(bytes)
}

/// The width of the picture that the transforms leave.
fn skip_transforms(bits: &mut Bits<'_>, width: u32, height: u32) -> Option<u32> {
    let mut width = width;
    let mut seen = [false; 4];
    while bits.read(1)? == 1 {
        let transform = bits.read(2)?;
        let seen = seen.get_mut(usize::try_from(transform).ok()?)?;
        if std::mem::replace(seen, true) {
            return None;
        }
        match transform {
            // Predictors and colors, one for each block.
            0 | 1 => {
                let block = bits.read(3)? + 2;
                skip_image(bits, blocks(width, block), blocks(height, block))?;
            }
            2 => {}
            // A palette; few colors share a byte.
            _ => {
                let colors = bits.read(8)? + 1;
                skip_image(bits, colors, 1)?;
                let shared = match colors {
                    ..=2 => 3,
                    3..=4 => 2,
                    5..=16 => 1,
                    _ => 0,
                };
                width = blocks(width, shared);
            }
        }
    }
    Some(width)
}

/// Skips a picture within the file, which has one group of codes; returns its largest pixel as a number of
/// red and green.
fn skip_image(bits: &mut Bits<'_>, width: u32, height: u32) -> Option<u32> {
    let mut codes = Vec::with_capacity(CODES);
    for alphabet in alphabets(color_cache(bits)?) {
        codes.push(Code::read(bits, alphabet)?);
    }
    let [green, red, blue, alpha, distance] = codes.as_slice() else { return None };
    let mut left = u64::from(width) * u64::from(height);
    let mut largest = 0;
    while left > 0 {
        let begun = bits.at;
        let count = match green.symbol(bits)? {
            green @ ..256 => {
                largest = largest.max(red.symbol(bits)? << 8 | green);
                blue.symbol(bits)?;
                alpha.symbol(bits)?;
                1
            }
            copy @ 256..280 => {
                let count = bits.prefixed(copy - 256)?;
                let distance = distance.symbol(bits)?;
                bits.prefixed(distance)?;
                count
            }
            _ => 1,
        };
        // Codes of one symbol take no bits, so the rest of the picture is the same pixel.
        if bits.at == begun {
            break;
        }
        left = left.saturating_sub(count.into());
    }
    Some(largest)
}

fn blocks(side: u32, bits: u32) -> u32 {
    side.div_ceil(1 << bits)
}

/// How many colors its codes can name.
fn color_cache(bits: &mut Bits<'_>) -> Option<u32> {
    if bits.read(1)? == 0 {
        return Some(0);
    }
    match bits.read(4)? {
        size @ 1..=11 => Some(1 << size),
        _ => None,
    }
}

fn alphabets(cache: u32) -> [u32; CODES] {
    let mut alphabets = ALPHABETS;
    alphabets[0] += cache;
    alphabets
}

/// Reads bits from the lowest of each byte.
struct Bits<'a> {
    stream: &'a [u8],
    at: usize,
}

impl Bits<'_> {
    fn read(&mut self, count: u32) -> Option<u32> {
        let mut number = 0;
        for place in 0..count {
            let byte = *self.stream.get(self.at / 8)?;
            number |= u32::from(byte >> (self.at % 8) & 1) << place;
            self.at += 1;
        }
        Some(number)
    }

    /// A length or distance: a prefix and its extra bits.
    fn prefixed(&mut self, prefix: u32) -> Option<u32> {
        if prefix < 4 {
            return Some(prefix + 1);
        }
        let extra = (prefix - 2) >> 1;
        Some(((2 + (prefix & 1)) << extra) + self.read(extra)? + 1)
    }
}

/// A canonical prefix code.
struct Code {
    /// How many symbols have codes of each length. None have for a code of one symbol, which takes no bits.
    counts: [u32; MAX_LENGTH + 1],
    /// By length, then in order.
    symbols: Vec<u32>,
}

impl Code {
    fn read(bits: &mut Bits<'_>, alphabet: u32) -> Option<Self> {
        if bits.read(1)? == 1 {
            return Self::read_simple(bits, alphabet);
        }
        let mut of_lengths = [0; LENGTHS.len()];
        let count = usize::try_from(bits.read(4)?).ok()? + 4;
        for place in LENGTHS.get(..count)? {
            of_lengths[*place] = bits.read(3)?;
        }
        let lengths = Self::of_lengths(&of_lengths)?;
        Self::of_lengths(&read_lengths(bits, &lengths, alphabet)?)
    }

    /// One symbol or two.
    fn read_simple(bits: &mut Bits<'_>, alphabet: u32) -> Option<Self> {
        let two = bits.read(1)? == 1;
        let first = if bits.read(1)? == 1 { bits.read(8)? } else { bits.read(1)? };
        let mut code = Self { counts: [0; MAX_LENGTH + 1], symbols: vec![first] };
        if two {
            code.counts[1] = 2;
            code.symbols.push(bits.read(8)?);
        }
        code.symbols.iter().all(|symbol| *symbol < alphabet).then_some(code)
    }

    fn of_lengths(lengths: &[u32]) -> Option<Self> {
        let mut symbols = Vec::new();
        for (symbol, length) in (0_u32..).zip(lengths).filter(|(_, length)| **length > 0) {
            symbols.push((usize::try_from(*length).ok()?, symbol));
        }
        symbols.sort_unstable();
        let mut counts = [0; MAX_LENGTH + 1];
        for (length, _) in &symbols {
            *counts.get_mut(*length)? += 1;
        }
        let symbols: Vec<_> = symbols.into_iter().map(|(_, symbol)| symbol).collect();
        match symbols.len() {
            0 => None,
            1 => Some(Self { counts: [0; MAX_LENGTH + 1], symbols }),
            _ => {
                // Every sequence of bits must be a code, or the decoder refuses it as well.
                let total = (1..).zip(&counts[1..]).map(|(length, count)| count << (15 - length));
                (total.sum::<u32>() == 1 << MAX_LENGTH).then_some(Self { counts, symbols })
            }
        }
    }

    /// The next symbol.
    fn symbol(&self, bits: &mut Bits<'_>) -> Option<u32> {
        if let [only] = self.symbols.as_slice() {
            return Some(*only);
        }
        let (mut code, mut first, mut index) = (0, 0, 0);
        for count in &self.counts[1..] {
            code |= bits.read(1)?;
            if code < first + count {
                return self.symbols.get(usize::try_from(index + code - first).ok()?).copied();
            }
            index += count;
            first = (first + count) << 1;
            code <<= 1;
        }
        None
    }

    /// The memory that the library's decoder takes for it.
    fn bytes(&self) -> u64 {
        let longest = self.counts.iter().rposition(|count| *count > 0).unwrap_or(0);
        if longest == 0 {
            return 0;
        }
        let beyond: u32 = self.counts[TABLE_BITS + 1..].iter().sum();
        (TABLE_ENTRY_BYTES << longest.min(TABLE_BITS)) + u64::from(2 * beyond) * TREE_NODE_BYTES
    }
}

/// The length of each symbol's code, which are themselves coded.
fn read_lengths(bits: &mut Bits<'_>, code: &Code, alphabet: u32) -> Option<Vec<u32>> {
    let mut left = alphabet;
    if bits.read(1)? == 1 {
        let size = 2 + 2 * bits.read(3)?;
        left = bits.read(size)? + 2;
        if left > alphabet {
            return None;
        }
    }
    let alphabet = usize::try_from(alphabet).ok()?;
    let mut lengths: Vec<u32> = Vec::with_capacity(alphabet);
    let mut previous = 8;
    while lengths.len() < alphabet && left > 0 {
        left -= 1;
        let (length, count) = match code.symbol(bits)? {
            length @ ..16 => (length, 1),
            16 => (previous, bits.read(2)? + 3),
            17 => (0, bits.read(3)? + 3),
            _ => (0, bits.read(7)? + 11),
        };
        if length != 0 {
            previous = length;
        }
        lengths.resize(lengths.len() + usize::try_from(count).ok()?, length);
        if lengths.len() > alphabet {
            return None;
        }
    }
    lengths.resize(alphabet, 0);
    Some(lengths)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_picture_of_a_common_encoder_is_read_up_to_its_codes() {
        // A gradient of 300 by 200 pixels, as libwebp encodes it: predictors, a palette, one group of codes.
        let stream = hex::decode(
            "cd6544ff030cdbb60dd3edffe3038830224261dbb64d3aa953dea9d677aaf96f75358806b357d80cd92b3498bd4283d92b6c86ec151acc5ea1c1ec153643f60a0d66afd060f60a9b217b8506b35768307b85cd90bd4283d92b3498bdc266c85ea1c1ec151acc5e613364afd060f60a0d66afb019b2ec78",
        );
        let stream = stream.expect("digits");
        assert_eq!(code_bytes(&stream, 300, 200, u64::MAX), Some(1_024));
        for shorter in 0..20 {
            assert_eq!(code_bytes(&stream[..shorter], 300, 200, u64::MAX), None, "{shorter}");
        }
    }
}
