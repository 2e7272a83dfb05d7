//! Photos that another program or a phone kept in folders: each belongs to the job whose number its folder, or its
//! file name, begins with.

use std::collections::HashMap;

use serde::{Deserialize, Serialize};
use ts_rs::TS;

use crate::{files::files::FileKind, types::normalize::fold};

/// The endings of picture files, and their media types.
const ENDINGS: [(&str, &str); 7] = [
    ("jpg", "image/jpeg"),
    ("jpeg", "image/jpeg"),
    ("png", "image/png"),
    ("gif", "image/gif"),
    ("webp", "image/webp"),
    ("heic", "image/heic"),
    ("heif", "image/heif"),
];

/// The most words of a name that are a number: `R 1042 B` has three.
const NUMBER_WORDS: usize = 8;

/// The job with a number.
#[derive(Clone, Copy, Debug)]
enum Numbered {
    /// At this index.
    Job(usize),
    /// Several have it.
    Several,
}

/// What was found for a file.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize, TS)]
#[serde(rename_all = "camelCase")]
#[ts(export, export_to = "index.ts")]
pub enum PhotoFinding {
    /// A photo of the job at this index.
    Job,
    /// A photo of no known job.
    NoJob,
    /// A photo whose number several jobs have.
    SeveralJobs,
    /// A file that is no picture, or in a format that browsers do not show.
    NoPicture,
    /// What systems leave in folders, and folders themselves.
    Ignored,
}

/// A file of a folder, and its job.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, TS)]
#[serde(rename_all = "camelCase")]
#[ts(export, export_to = "index.ts")]
pub struct MatchedPhoto {
    /// What was found.
    pub finding: PhotoFinding,
    /// The index of its job.
    #[ts(type = "number | null")]
    pub job: Option<usize>,
    /// Its media type.
    pub mime: Option<&'static str>,
}

/// Finds the job of each file, by its path with `/` between folders. `numbers` are the job numbers, blank where a job
/// has none. Punctuation, case and accents do not count: `R-1042/front.jpg`, `r_1042 (2).JPG` and `#R 1042.png` are
/// photos of job `R-1042`. The innermost folder that begins with a number decides before the file's own name does.
#[must_use]
pub fn match_photos(paths: &[String], numbers: &[String]) -> Vec<MatchedPhoto> {
    let mut jobs: HashMap<String, Numbered> = HashMap::new();
    for (at, number) in numbers.iter().enumerate() {
        let number = words(number).concat();
        if !number.is_empty() {
            let job = jobs.entry(number);
            job.and_modify(|job| *job = Numbered::Several).or_insert(Numbered::Job(at));
        }
    }
    paths.iter().map(|path| find(path, &jobs)).collect()
}

fn find(path: &str, jobs: &HashMap<String, Numbered>) -> MatchedPhoto {
    let of = |finding, job, mime| MatchedPhoto { finding, job, mime };
    let path = path.replace('\\', "/");
    let (folders, name) = path.rsplit_once('/').unwrap_or(("", &path));
    let is_hidden = |part: &str| part.starts_with('.') || part == "__MACOSX";
    if name.is_empty() || name == "Thumbs.db" || path.split('/').any(is_hidden) {
        return of(PhotoFinding::Ignored, None, None);
    }
    let (stem, ending) = name.rsplit_once('.').unwrap_or((name, ""));
    let ending = ending.to_ascii_lowercase();
    let mime = ENDINGS.iter().find(|(known, _)| *known == ending).map(|(_, mime)| *mime);
    let Some(mime) = mime.filter(|mime| FileKind::JobImage.takes(mime)) else {
        return of(PhotoFinding::NoPicture, None, mime);
    };
    let mut parts = folders.rsplit('/').chain([stem]);
    match parts.find_map(|part| known(part, jobs)) {
        Some(Numbered::Job(job)) => of(PhotoFinding::Job, Some(job), Some(mime)),
        Some(Numbered::Several) => of(PhotoFinding::SeveralJobs, None, Some(mime)),
        None => of(PhotoFinding::NoJob, None, Some(mime)),
    }
}

/// The job with the longest number that a name begins with, up to the end of a word.
fn known(name: &str, jobs: &HashMap<String, Numbered>) -> Option<Numbered> {
    let words = words(name);
    let most = words.len().min(NUMBER_WORDS);
    (1..=most).rev().find_map(|count| jobs.get(&words[..count].concat()).copied())
}

/// The words of a number or a name: what stands between punctuation.
fn words(text: &str) -> Vec<String> {
    let folded = fold(text);
    let words = folded.split(|letter: char| !letter.is_alphanumeric());
    words.filter(|word| !word.is_empty()).map(str::to_owned).collect()
}

#[cfg(test)]
mod tests {
    use test_support::cost;

    use super::*;

    fn findings(paths: &[&str], numbers: &[&str]) -> Vec<(PhotoFinding, Option<usize>)> {
        let texts = |all: &[&str]| all.iter().map(|text| (*text).to_owned()).collect::<Vec<_>>();
        let matched = match_photos(&texts(paths), &texts(numbers));
        matched.iter().map(|photo| (photo.finding, photo.job)).collect()
    }

    #[test]
    fn a_photo_goes_to_the_job_of_its_folder_or_of_its_name() {
        let numbers = ["R-1042", "1043", "", "10", "R-1042-B"];
        for (path, job) in [
            ("R-1042.jpg", 0),
            ("r_1042 (2).JPG", 0),
            ("#R 1042 front.png", 0),
            ("r1042.jpg", 0),
            ("photos/R-1042/IMG_0007.jpeg", 0),
            ("photos\\1043 Whitaker\\front.webp", 1),
            ("1043-3.gif", 1),
            ("10.jpg", 3),
            ("r-1042-b roof.jpg", 4),
            // The folder before the name: the third photo of job 1043 is none of job 10.
            ("1043/10.jpg", 1),
            ("2026/R-1042/after/2.jpg", 0),
        ] {
            assert_eq!(findings(&[path], &numbers), [(PhotoFinding::Job, Some(job))], "{path}");
        }
    }

    #[test]
    fn any_path_is_read_once() {
        for part in ["a", "1-", "/", "é", ".", "\\", "1043/", " "] {
            cost::assert_linear(
                part,
                12,
                |repeats| part.repeat(repeats),
                |path| findings(&[path.as_str()], &["1043"]),
            );
        }
    }

    #[test]
    fn a_photo_without_a_job_is_shown_and_never_given_to_another() {
        for (path, finding) in [
            ("IMG_1043.jpg", PhotoFinding::NoJob),
            ("10433.jpg", PhotoFinding::NoJob),
            ("104.jpg", PhotoFinding::NoJob),
            ("1043front.jpg", PhotoFinding::NoJob),
            ("7.jpg", PhotoFinding::SeveralJobs),
            ("1043.heic", PhotoFinding::NoPicture),
            ("1043/permit.pdf", PhotoFinding::NoPicture),
            ("1043", PhotoFinding::NoPicture),
            ("1043/", PhotoFinding::Ignored),
            ("__MACOSX/1043/._front.jpg", PhotoFinding::Ignored),
            ("1043/.DS_Store", PhotoFinding::Ignored),
            ("1043/Thumbs.db", PhotoFinding::Ignored),
        ] {
            assert_eq!(findings(&[path], &["1043", "7", "#7"]), [(finding, None)], "{path}");
        }
    }
}
