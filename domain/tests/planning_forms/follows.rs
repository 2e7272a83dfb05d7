//! Jobs that follow others.

use std::collections::BTreeMap;

use domain::{
    forms::error::Code,
    jobs::job::JobFollow,
    planning::follows::{SetFollows, check_circle},
    types::ids::JobId,
};
use serde_json::{Value, json};

use super::{ID, assert_refused, many, read, refused};

#[test]
fn a_list_of_jobs_to_follow_is_short_and_each_has_a_gap() {
    let follow = |job: &str, gap: Value| json!({"jobId": job, "gapWorkdays": gap});
    let list = |count: usize| {
        let all: Vec<_> = many(count).iter().map(|job| follow(job, json!(0))).collect();
        json!({ "follows": all })
    };
    let passing = json!({"jobId": ID, "follows": [follow(ID, json!(260))]});
    assert_refused::<SetFollows>(
        &passing,
        vec![
            (json!({"jobId": null}), "jobId", Code::Required),
            (json!({"follows": null}), "follows", Code::Required),
            (json!({"follows": [follow("", json!(1))]}), "jobId", Code::Required),
            (json!({"follows": [follow(ID, json!(null))]}), "gapWorkdays", Code::Required),
            (json!({"follows": [follow(ID, json!(-1))]}), "gapWorkdays", Code::TooSmall),
            (json!({"follows": [follow(ID, json!(261))]}), "gapWorkdays", Code::TooLarge),
            (json!({"follows": [follow(ID, json!(0.5))]}), "gapWorkdays", Code::Format),
            (list(21), "follows", Code::TooLarge),
        ],
    );
    assert_eq!(refused::<SetFollows>(&passing, &list(20)), []);
    assert_eq!(refused::<SetFollows>(&passing, &list(0)), [], "an empty list clears it");
    let twice = json!({
        "jobId": ID,
        "follows": [follow(ID, json!(3)), follow(ID, json!(5)), follow(ID, json!(0))],
    });
    let longest = JobFollow { job_id: ID.parse().expect("an id"), gap_workdays: 5 };
    assert_eq!(read::<SetFollows>(twice).read(), Ok(vec![longest]));
}

#[test]
fn a_job_never_waits_for_itself() {
    let ids: Vec<JobId> = many(4).iter().map(|id| id.parse().expect("an id")).collect();
    let follow = |at: usize| JobFollow { job_id: ids[at], gap_workdays: 0 };
    let others = BTreeMap::from([(ids[1], vec![ids[2]]), (ids[2], vec![ids[3], ids[1]])]);
    let circle = |job: usize, follows: &[usize]| {
        let follows: Vec<_> = follows.iter().map(|at| follow(*at)).collect();
        check_circle(ids[job], &follows, &others).err().map(|refusal| (refusal.field, refusal.code))
    };
    let refused = Some(("follows".to_owned(), Code::Range));
    assert_eq!(circle(0, &[0]), refused, "directly");
    assert_eq!(circle(3, &[1]), refused, "over two others");
    assert_eq!(circle(0, &[1, 2, 3]), None, "a circle of others does not go on for ever");
    assert_eq!(circle(3, &[0]), None);
    assert_eq!(circle(3, &[]), None);
}
