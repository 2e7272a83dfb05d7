//! What the activity log records, who sees which entries, and how they read.

use chrono::{DateTime, NaiveDateTime, Utc};
use domain::{
    activity::{
        activity::{ActivityFilterForm, Change, FieldValue, action_of, differences},
        labels::{ActivityAction, ActivityField, ActivityKind, ValueFormat},
        texts::EntrySummary,
        values::value,
        visibility::{is_shared, may_see, seen_by},
    },
    permissions::permission::{CompanyType, Role, UserType},
    types::language::Language,
};
use uuid::Uuid;

const SUB: Role = Role::new(CompanyType::Subcontractor, UserType::Admin);
const OFFICE: Role = Role::new(CompanyType::Contractor, UserType::Member);

fn change(field: ActivityField, from: Option<&str>, to: Option<&str>) -> Change {
    Change { field, from: from.map(str::to_owned), to: to.map(str::to_owned) }
}

fn nashville(at: DateTime<Utc>) -> NaiveDateTime {
    (at - chrono::Duration::hours(6)).naive_utc()
}

fn summary(kind: ActivityKind, action: ActivityAction, changes: &[Change]) -> EntrySummary<'_> {
    let name = match kind {
        ActivityKind::Job => None,
        _ => Some("#26-014-1"),
    };
    EntrySummary {
        actor: "Marisol Vega",
        of_company: None,
        kind,
        name,
        job: None,
        action,
        is_own: false,
        changes,
    }
}

#[test]
fn equal_values_are_not_recorded_as_changes() {
    let part = Uuid::from_u128(7);
    let facts = [
        FieldValue::new(ActivityField::Title, Some("Whitaker".to_owned())),
        FieldValue::new(ActivityField::Zip, Some(String::new())),
        FieldValue::part(ActivityField::Item, part, "Tear-off: 2 × $70.00".to_owned()),
    ];
    assert_eq!(differences(&facts, &facts), []);
    let blank = [facts[0].clone(), FieldValue::new(ActivityField::Zip, None), facts[2].clone()];
    assert_eq!(differences(&facts, &blank), []);
}

#[test]
fn a_changed_a_new_and_a_lost_part_are_three_changes() {
    let item = |id, text: &str| {
        FieldValue::part(ActivityField::Item, Uuid::from_u128(id), text.to_owned())
    };
    let before = [item(1, "Nails: 1 × $4.00"), item(2, "Felt: 2 × $9.00")];
    let after = [item(2, "Felt: 3 × $9.00"), item(3, "Tar: 1 × $2.00")];
    assert_eq!(
        differences(&before, &after),
        [
            change(ActivityField::Item, Some("Nails: 1 × $4.00"), None),
            change(ActivityField::Item, Some("Felt: 2 × $9.00"), Some("Felt: 3 × $9.00")),
            change(ActivityField::Item, None, Some("Tar: 1 × $2.00")),
        ]
    );
}

#[test]
fn each_action_is_recorded_under_its_own_name() {
    let dates = |from, to| vec![change(ActivityField::Dates, from, to)];
    for (changes, action) in [
        (dates(None, Some("2026-03-01/2026-03-03")), ActivityAction::Scheduled),
        (dates(Some("2026-03-01/2026-03-03"), None), ActivityAction::Unscheduled),
        (
            dates(Some("2026-03-01/2026-03-03"), Some("2026-03-05/2026-03-07")),
            ActivityAction::Moved,
        ),
        (
            vec![change(ActivityField::Status, Some("active"), Some("complete"))],
            ActivityAction::Completed,
        ),
        (
            vec![change(ActivityField::Status, Some("complete"), Some("active"))],
            ActivityAction::Reopened,
        ),
        (vec![change(ActivityField::Acceptance, None, Some("true"))], ActivityAction::Accepted),
        (vec![change(ActivityField::Crew, None, Some("Tear-off"))], ActivityAction::Assigned),
        (vec![change(ActivityField::Employee, Some("Ada"), None)], ActivityAction::Unassigned),
        (vec![change(ActivityField::Tag, None, Some("Hail"))], ActivityAction::Added),
        (vec![change(ActivityField::Tag, Some("Hail"), None)], ActivityAction::Removed),
        (vec![change(ActivityField::Item, Some("a"), Some("b"))], ActivityAction::Changed),
        (vec![change(ActivityField::City, Some("a"), Some("b"))], ActivityAction::Changed),
    ] {
        assert_eq!(action_of(&changes), action, "{changes:?}");
    }
}

#[test]
fn a_subcontractor_never_sees_the_contractors_amounts_customers_and_purchases() {
    for field in [ActivityField::ContractAmount, ActivityField::Customer, ActivityField::Calendar] {
        assert!(!may_see(ActivityKind::Job, field, SUB), "{field:?}");
        assert!(may_see(ActivityKind::Job, field, OFFICE), "{field:?}");
        assert!(!is_shared(ActivityKind::Job, &[change(field, None, Some("x"))]), "{field:?}");
    }
    for kind in ActivityKind::ALL {
        let shared = matches!(kind, ActivityKind::Job | ActivityKind::WorkOrder);
        for field in ActivityField::ALL {
            assert!(shared || !may_see(*kind, *field, SUB), "{kind:?} {field:?}");
        }
        assert_eq!(is_shared(*kind, &[]), shared, "{kind:?}");
    }
    let both = vec![
        change(ActivityField::ContractAmount, None, Some("8100.00")),
        change(ActivityField::City, None, Some("Nashville")),
    ];
    let visible = seen_by(ActivityKind::Job, both.clone(), SUB);
    assert_eq!(visible, [change(ActivityField::City, None, Some("Nashville"))]);
    assert_eq!(seen_by(ActivityKind::Job, both.clone(), OFFICE), both);
}

#[test]
fn a_subcontractor_does_not_learn_who_had_the_job_before_it() {
    let reassigned = vec![
        change(ActivityField::Subcontractor, Some("Delgado Roofing"), Some("Blue Ridge Crews")),
        change(ActivityField::Acceptance, Some("true"), None),
        change(ActivityField::Employee, Some("Rosa Delgado"), None),
    ];
    let visible = seen_by(ActivityKind::Job, reassigned, SUB);
    assert_eq!(visible, [change(ActivityField::Subcontractor, None, Some("Blue Ridge Crews"))]);
    let own = vec![change(ActivityField::Employee, Some("Ana"), Some("Luis"))];
    assert_eq!(seen_by(ActivityKind::Job, own.clone(), SUB), own);
}

#[test]
fn entries_read_as_natural_sentences_in_both_languages() {
    let moved = [change(
        ActivityField::Dates,
        Some("2026-03-01/2026-03-03"),
        Some("2026-03-05/2026-03-05"),
    )];
    let amount = [change(ActivityField::ContractAmount, Some("8100.00"), Some("12000.50"))];
    let number = [change(ActivityField::JobNumber, None, Some("26-014"))];
    let zip = [change(ActivityField::Zip, Some("37208"), None)];
    let address = [
        change(ActivityField::Title, Some("a"), Some("b")),
        change(ActivityField::City, Some("c"), Some("d")),
        change(ActivityField::Zip, Some("c"), Some("d")),
    ];
    let tag = [change(ActivityField::Tag, None, Some("Hail"))];
    let picture = [change(ActivityField::Picture, None, Some("true"))];
    let crew = [
        change(ActivityField::Crew, None, Some("Tear-off")),
        change(ActivityField::CrewLead, None, Some("Rosa Díaz")),
    ];
    for (kind, action, changes, english, spanish) in [
        (
            ActivityKind::Job,
            ActivityAction::Moved,
            &moved[..],
            "Marisol Vega moved the job from 03/01/2026 – 03/03/2026 to 03/05/2026.",
            "Marisol Vega movió el trabajo de 03/01/2026 – 03/03/2026 a 03/05/2026.",
        ),
        (
            ActivityKind::Job,
            ActivityAction::Changed,
            &amount[..],
            "Marisol Vega changed the contract amount of the job from $8,100.00 to $12,000.50.",
            "Marisol Vega cambió «monto del contrato» del trabajo de $8,100.00 a $12,000.50.",
        ),
        (
            ActivityKind::Job,
            ActivityAction::Changed,
            &number[..],
            "Marisol Vega set the job number of the job to 26-014.",
            "Marisol Vega estableció «número de trabajo» del trabajo: 26-014.",
        ),
        (
            ActivityKind::Job,
            ActivityAction::Changed,
            &zip[..],
            "Marisol Vega cleared the ZIP of the job. It was 37208.",
            "Marisol Vega borró «código postal» del trabajo. Era 37208.",
        ),
        (
            ActivityKind::Job,
            ActivityAction::Changed,
            &address[..],
            "Marisol Vega changed the title, city and ZIP of the job.",
            "Marisol Vega cambió «título, ciudad y código postal» del trabajo.",
        ),
        (
            ActivityKind::Job,
            ActivityAction::Added,
            &tag[..],
            "Marisol Vega added a tag to the job: Hail",
            "Marisol Vega agregó una etiqueta al trabajo: Hail",
        ),
        (
            ActivityKind::Job,
            ActivityAction::Added,
            &picture[..],
            "Marisol Vega added a photo to the job.",
            "Marisol Vega agregó una foto al trabajo.",
        ),
        (
            ActivityKind::Job,
            ActivityAction::Assigned,
            &crew[..],
            "Marisol Vega assigned the job to Tear-off and Rosa Díaz.",
            "Marisol Vega asignó el trabajo a Tear-off y Rosa Díaz.",
        ),
        (
            ActivityKind::WorkOrder,
            ActivityAction::Signed,
            &[],
            "Marisol Vega signed the work order #26-014-1.",
            "Marisol Vega firmó la orden de trabajo #26-014-1.",
        ),
        (
            ActivityKind::WorkOrder,
            ActivityAction::Unsigned,
            &[],
            "Marisol Vega withdrew the signature from the work order #26-014-1.",
            "Marisol Vega retiró su firma de la orden de trabajo #26-014-1.",
        ),
    ] {
        let summary = summary(kind, action, changes);
        assert_eq!(summary.sentence(Language::English, &nashville), english);
        assert_eq!(summary.sentence(Language::Spanish, &nashville), spanish);
    }
}

#[test]
fn placeholders_within_names_are_not_filled() {
    let changes = [change(ActivityField::Note, None, Some("{who} {to}"))];
    let summary = EntrySummary {
        actor: "{what}",
        of_company: Some("{from} & Sons"),
        is_own: false,
        kind: ActivityKind::Job,
        name: Some("{to}"),
        job: None,
        action: ActivityAction::Added,
        changes: &changes,
    };
    assert_eq!(
        summary.sentence(Language::English, &nashville),
        "{what} ({from} & Sons) added a note to the job {to}: {who} {to}"
    );
}

#[test]
fn every_kind_and_action_has_a_sentence_and_every_word_a_label() {
    for language in [Language::English, Language::Spanish] {
        for kind in ActivityKind::ALL {
            assert!(!kind.label(language).is_empty());
            for action in ActivityAction::ALL {
                let changes = [change(ActivityField::Count, Some("7"), Some("5994"))];
                let summary =
                    EntrySummary { name: Some("Whitaker"), ..summary(*kind, *action, &changes) };
                let sentence = summary.sentence(language, &nashville);
                let open =
                    sentence.contains('{') || sentence.contains("  ") || sentence.starts_with(' ');
                assert!(!open, "{kind:?} {action:?}: {sentence}");
            }
        }
        for field in ActivityField::ALL {
            assert!(!field.label(language).is_empty());
        }
    }
}

#[test]
fn an_appointment_shows_its_times_in_the_readers_local_time() {
    let times = "2026-03-09T15:00:00Z/2026-03-09T15:30:00Z";
    let shown = value(ActivityField::Time, times, Language::English, &nashville);
    assert_eq!(shown, "03/09/2026 9:00 AM – 9:30 AM");
    let over_midnight = "2026-03-10T05:30:00Z/2026-03-10T06:30:00Z";
    let shown = value(ActivityField::Time, over_midnight, Language::Spanish, &nashville);
    assert_eq!(shown, "03/09/2026 11:30 PM – 03/10/2026 12:30 AM");
}

#[test]
fn how_often_a_job_repeats_is_read_in_words() {
    let shown = |text: &str, language| value(ActivityField::Repeats, text, language, &nashville);
    for (text, english, spanish) in [
        ("1/day", "every day", "cada día"),
        ("2/day", "every 2 days", "cada 2 días"),
        ("1/week", "every week", "cada semana"),
        ("2/week", "every 2 weeks", "cada 2 semanas"),
        ("1/month", "every month", "cada mes"),
        ("6/month", "every 6 months", "cada 6 meses"),
        ("1/year", "every year", "cada año"),
        ("2/year", "every 2 years", "cada 2 años"),
    ] {
        assert_eq!(shown(text, Language::English), english);
        assert_eq!(shown(text, Language::Spanish), spanish);
    }
    assert_eq!(shown("6/fortnight", Language::English), "6/fortnight");
}

#[test]
fn a_value_that_this_version_cannot_read_is_shown_unchanged() {
    for field in ActivityField::ALL.iter().filter(|field| field.shape() != ValueFormat::YesNo) {
        assert_eq!(
            value(*field, "gräßlich / {x}", Language::English, &nashville),
            "gräßlich / {x}"
        );
    }
    let newer: ActivityAction = serde_json::from_str("\"teleported\"").expect("read");
    assert_eq!(newer, ActivityAction::Other);
    let newer: Vec<Change> =
        serde_json::from_str(r#"[{"field":"warpFactor","from":null,"to":"9"}]"#).expect("read");
    assert_eq!(newer[0].field, ActivityField::Other);
}

#[test]
fn an_invalid_filter_is_refused_field_by_field() {
    let read = |field: &str, text: &str| {
        let form = serde_json::json!({ field: text });
        let form: ActivityFilterForm = serde_json::from_value(form).expect("a form");
        form.read().map_err(|refusals| {
            let errors: Vec<_> =
                refusals.iter().map(|r| format!("{} {:?}", r.field, r.code)).collect();
            errors.join(", ")
        })
    };
    for (field, text, refusal) in [
        ("kind", "spaceship", "kind Choice"),
        ("kind", "other", "kind Choice"),
        ("action", "teleported", "action Choice"),
        ("actor", "ada", "actor Format"),
        ("job", "1", "job Format"),
        ("before", "newest", "before Format"),
        ("from", "2026-02-30", "from Format"),
        ("to", "tomorrow", "to Format"),
        ("text", "a\0b", "text Format"),
    ] {
        assert_eq!(read(field, text).expect_err(field), refusal);
        assert!(read(field, " ").is_ok(), "a blank {field} asks for nothing");
    }
    assert_eq!(read("text", &"x".repeat(101)).expect_err("long"), "text TooLong");
    assert!(read("text", &"x".repeat(100)).is_ok());
    assert_eq!(read("kind", "workOrder").expect("kind").kind, Some(ActivityKind::WorkOrder));
    let turned = ActivityFilterForm {
        from: Some("2026-03-02".to_owned()),
        to: Some("2026-03-01".to_owned()),
        ..ActivityFilterForm::default()
    };
    assert_eq!(turned.read().expect_err("range")[0].field, "from");
}
