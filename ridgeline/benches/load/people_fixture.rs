//! Companies and signed-in users for the benches.

use anyhow::Result;
use domain::{
    companies::{people::UserSettings, time_zone::TimeZone},
    permissions::permission::{CompanyType, UserType},
    types::{
        ids::{CompanyId, UserId},
        language::Language,
    },
};
use services::core::clock::Clock;
use store::{
    accounts::sessions,
    companies::{
        companies::{self, NewCompany},
        people,
    },
    db::Tx,
    membership::members::{NewMembership, join_company},
    token::Token,
};
use uuid::Uuid;

/// A contractor and three subcontractors.
pub async fn add_companies(tx: &mut Tx) -> Result<(CompanyId, [CompanyId; 3])> {
    let contractor = CompanyId(Uuid::now_v7());
    let subcontractors = [(); 3].map(|()| CompanyId(Uuid::now_v7()));
    let [first, second, third] = subcontractors;
    for (id, name, company_type) in [
        (contractor, "Summit Ridge Roofing", CompanyType::Contractor),
        (first, "Cumberland Exteriors", CompanyType::Subcontractor),
        (second, "Stones River Metal", CompanyType::Subcontractor),
        (third, "Harpeth Gutters", CompanyType::Subcontractor),
    ] {
        let new = NewCompany {
            name,
            company_type,
            location: "Nashville, TN",
            description: "",
            time_zone: TimeZone::default(),
        };
        companies::insert(tx, id, &new, Clock::Real.now()).await?;
    }
    Ok((contractor, subcontractors))
}

/// Adds an admin to a company; returns the user and the session token.
pub async fn add_admin(
    tx: &mut Tx,
    company: CompanyId,
    email: &str,
    last_name: String,
) -> Result<(UserId, String)> {
    let (user, token) = (UserId(Uuid::now_v7()), Token::random()?);
    people::insert(tx, user, email, Language::English, Clock::Real.now()).await?;
    let settings = UserSettings {
        first_name: "Ada".into(),
        last_name,
        location: "Nashville, TN".into(),
        language: "english".into(),
        position: "Owner".into(),
        phone_number: String::new(),
    };
    join_company(tx, user, &NewMembership { company, user_type: UserType::Admin, settings })
        .await?;
    sessions::insert(tx, token.hash(), user, Clock::Real.now()).await?;
    Ok((user, token.text().to_string()))
}
