//! `docs/permissions.md`: the domain's permission table for people, written by `cargo xtask bindings`.

use std::{fs, path::PathBuf};

use anyhow::{Context as _, Result};
use domain::{
    permissions::permission::{Action, CompanyType, Role, UserType, check, matrix},
    types::language::Language,
};

use crate::checkout;

const HEAD: &str = "\
# Who may do what

Written by `cargo xtask bindings` from the table in `domain/src/permissions/permission.rs`; `cargo xtask rules --matrix`
prints the first part. A role is both halves: `admin_contractor` is an admin of a contractor. The server asks
this table at each route's door, the screens before each button. `ridgeline/tests/it/http/roles.rs` knocks at
every route as every role and holds the answers against it. What also depends on a row, such as who wrote a
note, is decided after it.
";

fn page() -> PathBuf {
    checkout::root().join("docs/permissions.md")
}

fn written() -> String {
    let contractor = |user| Role::new(CompanyType::Contractor, user);
    let subcontractor = |user| Role::new(CompanyType::Subcontractor, user);
    let told = |role, action: Action| {
        check(role, action).err().map_or("", |text| text.template(Language::English))
    };
    let rows = Action::ALL.iter().map(|action| {
        // Some acts are for the other side: whoever of the admins is refused shows what that side hears.
        let to_a_side = [contractor(UserType::Admin), subcontractor(UserType::Admin)]
            .map(|role| told(role, *action))
            .concat();
        let to_a_member = [contractor(UserType::Member), subcontractor(UserType::Member)]
            .map(|role| told(role, *action))
            .into_iter()
            .find(|text| !text.is_empty() && *text != to_a_side)
            .unwrap_or_default();
        format!("| `{}` | {} | {to_a_side} | {to_a_member} |\n", action.as_str(), action.meaning())
    });
    format!(
        "{HEAD}\n```text\n{}```\n\n## What it means, and what is said to those it is not for\n\n\
         | Act | What | To admins of the other kind of company | To others |\n|---|---|---|---|\n{}",
        matrix(),
        rows.collect::<String>()
    )
}

/// Writes the page where it is not what the domain says.
pub fn write() -> Result<()> {
    let written = written();
    if is_current(&written) {
        return Ok(());
    }
    fs::write(page(), written).with_context(|| format!("{} cannot be written", page().display()))
}

fn is_current(written: &str) -> bool {
    fs::read_to_string(page()).is_ok_and(|before| before == written)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_page_that_people_read_is_the_table_that_is_enforced() {
        assert!(
            is_current(&written()),
            "run `cargo xtask bindings` and commit docs/permissions.md"
        );
    }
}
