//! Who may come in where. A reviewer reads this table; a new route changes it.

#[test]
fn the_permission_matrix() {
    let table: Vec<String> = server::api::routes()
        .list()
        .iter()
        .map(|route| format!("{:4} {:42} {}", route.method, route.path, route.door))
        .collect();
    assert_eq!(
        table.join("\n"),
        "\
get  /api/auth/callback                         anyone
get  /api/auth/config                           anyone
post /api/auth/createNewAccountWithCompany      newcomer
post /api/auth/exchange                         anyone
get  /api/auth/fetchProfile                     newcomer
post /api/auth/local/login                      anyone
post /api/auth/local/signup                     anyone
get  /api/auth/login                            anyone
post /api/auth/logout                           newcomer
post /api/auth/user/update                      signed in
get  /api/company/find/{id}                     signed in
get  /api/company/users/{companyId}             signed in
get  /api/config                                anyone
get  /api/health                                anyone
post /api/jobs/complete                         jobs.complete
post /api/jobs/create                           jobs.create
post /api/jobs/delete                           jobs.delete
post /api/jobs/import                           jobs.create
get  /api/jobs/job/{id}                         signed in
get  /api/jobs/myJobs/{companyType}             signed in
post /api/jobs/unschedule                       jobs.schedule
post /api/jobs/update/changeColor               jobs.color
post /api/jobs/update/nameAddress               jobs.edit
post /api/jobs/update/schedule                  jobs.schedule
get  /api/ready                                 anyone"
    );
}
