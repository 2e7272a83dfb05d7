//! A provider with many tenants, each of which is an issuer of its own: Microsoft, where users of any organization may
//! sign in. An identity is that of its tenant, so no tenant can sign in as a user of another.

use openidconnect::{IssuerUrl, core::CoreIdToken};
use reqwest::Url;
use uuid::Uuid;

use crate::auth::{id_token::claim, provider_metadata::Metadata};

/// The paths of the addresses that stand for all tenants.
const ANY: [&str; 2] = ["/common/v2.0", "/organizations/v2.0"];

/// What stands for the tenant in the issuer of the shared metadata.
const GAP: &str = "{tenantid}";

/// The issuer of each tenant, with a gap for the tenant; `None` for an address that is an issuer itself.
pub(super) fn template(issuer: &str) -> Option<String> {
    let url = Url::parse(issuer).ok()?;
    let stands_for_all = ANY.contains(&url.path().trim_end_matches('/'));
    stands_for_all.then(|| format!("{}/{GAP}/v2.0", url.origin().ascii_serialization()))
}

/// Whether this is the issuer of a tenant.
pub(super) fn is_tenant(template: &str, issuer: &str) -> bool {
    let Some((before, after)) = template.split_once(GAP) else { return false };
    let tenant = issuer.strip_prefix(before).and_then(|rest| rest.strip_suffix(after));
    tenant.is_some_and(is_id)
}

/// The metadata of the tenant that a token claims to be of; its issuer is verified with it.
pub(super) fn metadata_of(shared: &Metadata, token: &CoreIdToken) -> Option<Metadata> {
    let tenant = claim(&token.to_string(), "tid")?;
    let tenant = tenant.as_str().filter(|tenant| is_id(tenant))?;
    let issuer = IssuerUrl::new(shared.issuer().replace(GAP, tenant)).ok()?;
    Some(shared.clone().set_issuer(issuer))
}

fn is_id(tenant: &str) -> bool {
    tenant.len() == 36 && Uuid::try_parse(tenant).is_ok()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn an_identity_of_a_tenant_belongs_to_the_provider_of_all_tenants_and_no_other_does() {
        let all = template("https://login.microsoftonline.com/common/v2.0/").expect("tenants");
        assert_eq!(all, "https://login.microsoftonline.com/{tenantid}/v2.0");
        let tenant = "https://login.microsoftonline.com/9188040d-6c67-4c5b-b112-36a304b66dad/v2.0";
        assert!(is_tenant(&all, tenant));
        for other in [
            "https://login.microsoftonline.com/common/v2.0",
            "https://login.microsoftonline.com/{tenantid}/v2.0",
            "https://evil.example/9188040d-6c67-4c5b-b112-36a304b66dad/v2.0",
            "https://login.microsoftonline.com/9188040d-6c67-4c5b-b112-36a304b66dad/v2.0/x",
            "https://login.microsoftonline.com/a/9188040d-6c67-4c5b-b112-36a304b66dad/v2.0",
        ] {
            assert!(!is_tenant(&all, other), "{other}");
        }
        for single in [tenant, "https://accounts.google.com", "https://id.example/realms/common"] {
            assert_eq!(template(single), None, "{single}");
        }
    }
}
