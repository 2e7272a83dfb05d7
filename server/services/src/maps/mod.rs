//! Where the streets of the web app's maps come from: a file of this server, or a tile service.

pub mod map_style;
pub mod pmtiles;

use std::path::Path;

use anyhow::bail;

use self::{map_style::MapStyle, pmtiles::Basemap};

/// The source of streets that the operator configured.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Streets {
    /// A file that this server serves.
    File(Basemap),
    /// A style of a tile service, which the browser loads itself.
    Service(MapStyle),
}

impl Streets {
    /// The source of `--basemap` or `--map-style`; none if neither is set.
    ///
    /// # Errors
    /// In one sentence for the operator.
    pub fn open(basemap: Option<&Path>, map_style: Option<&str>) -> anyhow::Result<Option<Self>> {
        let map_style = map_style.filter(|url| !url.is_empty());
        match (basemap, map_style) {
            (None, None) => Ok(None),
            (Some(file), None) => Ok(Some(Self::File(Basemap::open(file)?))),
            (None, Some(url)) => Ok(Some(Self::Service(MapStyle::open(url)?))),
            (Some(_), Some(_)) => {
                bail!("--basemap and --map-style both draw the streets: set one of them")
            }
        }
    }

    /// The file, if it is one.
    #[must_use]
    pub const fn file(&self) -> Option<&Basemap> {
        match self {
            Self::File(basemap) => Some(basemap),
            Self::Service(_) => None,
        }
    }

    /// The style of a tile service, if it is one.
    #[must_use]
    pub const fn service(&self) -> Option<&MapStyle> {
        match self {
            Self::File(_) => None,
            Self::Service(style) => Some(style),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn two_sources_of_streets_are_refused_and_an_empty_setting_is_none() {
        let style = "https://tiles.example.com/style.json";
        let both = Streets::open(Some(Path::new("tn.pmtiles")), Some(style));
        assert!(format!("{:#}", both.expect_err("refused")).contains("set one of them"));
        assert_eq!(Streets::open(None, Some("")).expect("none"), None);
        let service = Streets::open(None, Some(style)).expect("a style").expect("a style");
        assert_eq!(service.service().map(MapStyle::origin), Some("https://tiles.example.com"));
        assert_eq!(service.file(), None);
    }
}
