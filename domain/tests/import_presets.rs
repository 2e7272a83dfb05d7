//! Files that other programs exported are imported as they are.

use domain::{
    customers::CustomerForm,
    imports::{
        csv::{
            Importable, Verdict,
            mapping::{ImportMapping, SheetField as _},
            sheet::Sheet,
        },
        customers::ImportedCustomer,
        exports::preset::Preset,
        jobs::row::ImportedJob,
    },
    types::money::Money,
};

fn sheet(file: &str) -> Sheet {
    Sheet::read(file.as_bytes()).expect("a sheet")
}

fn preset(headings: &str) -> Option<Preset> {
    sheet(&format!("{headings}\nx\n")).preset()
}

fn verdicts<T: Importable>(file: &str) -> Vec<Verdict<T>> {
    let sheet = sheet(file);
    let columns = sheet.columns(T::Field::FIELDS, &sheet.guess(T::Field::FIELDS));
    let rows = sheet.check(&columns.expect("every column that is needed"));
    rows.into_iter().map(|row| row.verdict).collect()
}

fn good<T: Importable + std::fmt::Debug>(file: &str) -> Vec<T> {
    let of = |verdict| match verdict {
        Verdict::Good(row) => *row,
        other => panic!("{other:?}\n{file}"),
    };
    verdicts(file).into_iter().map(of).collect()
}

fn job(file: &str) -> ImportedJob {
    good(file).remove(0)
}

fn place(ImportedJob { job, .. }: &ImportedJob) -> [&str; 5] {
    [&job.title, &job.address, &job.city, &job.state, &job.zip]
}

fn days(job: &ImportedJob) -> String {
    job.span.map_or_else(String::new, |span| format!("{} {}", span.start_date, span.end_date))
}

fn customers(file: &str) -> Vec<CustomerForm> {
    good::<ImportedCustomer>(file).into_iter().map(|customer| customer.form).collect()
}

#[test]
fn each_program_is_known_by_a_part_of_its_headings() {
    let cases = [
        (
            "Name,Number,Record Type,Status,Address Line 1,City,State,Zip,Date Start,Date End",
            Preset::JobNimbus,
        ),
        ("Display Name,First Name,Last Name,Mobile Phone,Sales Rep,Status", Preset::JobNimbus),
        (
            "Name,Number,Status,Address Line 1,City,State,Zip,Date Created,Date Start,Date End",
            Preset::JobNimbus,
        ),
        ("Job Name,Status Name,Sales Rep Name,City,State Text", Preset::JobNimbus),
        ("Job Name,Current Milestone,Location Address,Contract Total", Preset::AccuLynx),
        (
            "Job Name,Job Number,Milestone,Location Street,Location City,Location State",
            Preset::AccuLynx,
        ),
        ("Contact: First Name,Contact: Last Name,Contact: Phone", Preset::AccuLynx),
        (
            "Contact Name,Phone Number,Job Category,Work Type,Lead Source,Approved Date",
            Preset::AccuLynx,
        ),
        ("J-ID,Display Name,First Name,Last Name,Main Phone #s,E-mails", Preset::Jobber),
        ("First Name,Last Name,Mobile Phone #s,Service Street 1,Service City", Preset::Jobber),
        (
            "Job #,Title,Client name,Service street,Service city,Service state,Total ($)",
            Preset::Jobber,
        ),
        ("Job #,Client name,Scheduled start date,Closed date,Title,City,State", Preset::Jobber),
        (
            "Job Name,Street Address,City,State,Zip,Projected Start,Actual Start,Contract Price",
            Preset::Buildertrend,
        ),
        (
            "Job Name,Clients,Client Email,Client Phone,Job Address,Groups,Actual Start,Proj. Start",
            Preset::Buildertrend,
        ),
        (
            "Customer,Company,Phone Numbers,Email,Billing Address,Shipping Address",
            Preset::QuickBooks,
        ),
        (
            "Name,Company name,Street Address,City,State,Country,Zip,Phone,Email,Customer type,Open balance",
            Preset::QuickBooks,
        ),
        (
            "Active Status,Customer,Balance Total,First Name,Last Name,Main Phone,Bill to 1",
            Preset::QuickBooks,
        ),
        (
            "Name,Given Name,Additional Name,Family Name,Phone 1 - Type,Phone 1 - Value",
            Preset::GoogleContacts,
        ),
        (
            "First Name,Middle Name,Last Name,Labels,Phone 1 - Label,Phone 1 - Value",
            Preset::GoogleContacts,
        ),
        (
            "First Name,Last Name,Address 1 - Street,Address 1 - City,Address 1 - Region",
            Preset::GoogleContacts,
        ),
    ];
    for (headings, program) in cases {
        assert_eq!(preset(headings), Some(program), "{headings}");
        let mut turned: Vec<&str> = headings.split(',').rev().collect();
        turned.insert(1, "My own column");
        let turned = turned.join(",").to_uppercase();
        assert_eq!(preset(&turned), Some(program), "{turned}");
    }
}

#[test]
fn a_file_of_our_own_headings_is_of_no_program() {
    for headings in [
        "title,job number,address,city,state,zip,start date,end date,amount,lat,long",
        "Title,City,State",
        "Job Name,Job Number,Job Address,City,State,Zip,Start Date,End Date,Contract Amount,Status",
        "title,address line 1,city,state,zip,date start,date end",
        "First name,Last name,Company,Phone,Address,City,State,ZIP code",
        "First Name,Last Name,Mobile Phone,Home Phone,Work Phone,Billing Address,Billing City,Billing State,Billing Zip",
        "Given name,Family name,Organization,Main phone",
        "Contact First Name,Contact Last Name,Contact Phone,Contact Email",
        "permit_number,permit_type,construction_cost,address,city,state,zip,latitude,longitude",
        "Nombre,Apellido,Empresa,Teléfono,Ciudad",
        "Category,Product,Price",
        "Título,No. de trabajo,Dirección,Ciudad,Estado,Código postal,Fecha de inicio,Fecha de fin,Monto",
    ] {
        assert_eq!(preset(headings), None, "{headings}");
    }
}

#[test]
fn jobs_of_job_nimbus_are_read() {
    let head = "Name,Number,Record Type,Status,Sales Rep,Address Line 1,City,State,Zip,Date Start,Date End";
    let read = |status: &str, days: &str| {
        job(&format!(
            "{head}\nSmith re-roof,1043,Insurance,{status},Ann,1 Main St,Nashville,tennessee,37201,{days}\n"
        ))
    };
    let done = read("Paid & Closed", "5/1/2024,5/3/2024");
    assert_eq!(place(&done), ["Smith re-roof", "1 Main St", "Nashville", "TN", "37201"]);
    assert_eq!(
        (done.job_number.as_deref(), days(&done)),
        (Some("1043"), "2024-05-01 2024-05-03".to_owned())
    );
    for status in ["completed", "CLOSED", "Invoiced", "paid", "Job Completed", "Paid & Closed"] {
        assert!(read(status, ",").is_complete, "{status}");
    }
    for status in ["", "Lost", "Work in progress", "Not completed", "Unpaid", "Closed - Lost"] {
        assert!(!read(status, ",").is_complete, "{status}");
    }
    assert_eq!(days(&read("", "05/01/2024 8:00 AM,")), "2024-05-01 2024-05-01");
}

#[test]
fn jobs_of_accu_lynx_are_read_from_one_address() {
    let file = "Job Name,Contact Name,Current Milestone,Location Address,Contract Total,Completed Date\n\
        R-26034: Ana Whitaker,Ana Whitaker,Approved,\"214 Larkspur Drive, Apt 2, Kokomo, IN 46901 US\",\"$8,100.00\",\n\
        ,Bo Lee,Invoiced,\"1 Main St, Fort Worth, Texas 76102\",,\n\
        C,,Prospect,\"2 Main St\nNashville TN 37201-1234\",,5/31/24\n";
    let jobs = good::<ImportedJob>(file);
    assert_eq!(
        place(&jobs[0]),
        ["R-26034: Ana Whitaker", "214 Larkspur Drive, Apt 2", "Kokomo", "IN", "46901"]
    );
    assert_eq!(
        (jobs[0].contract_amount.map(Money::cents), jobs[0].is_complete),
        (Some(810_000), false)
    );
    assert_eq!(place(&jobs[1]), ["Bo Lee", "1 Main St", "Fort Worth", "TX", "76102"]);
    assert!(jobs[1].is_complete && jobs[2].is_complete);
    assert_eq!(place(&jobs[2]), ["C", "2 Main St", "Nashville", "TN", "37201-1234"]);
    let parts = "Job Name,Job Number,Milestone,Location Address,Location City,Location State,Location Zip\n\
        A,7,Closed,\"9 Oak Ave, Rear\",Austin,texas,78701\n";
    assert_eq!(place(&job(parts)), ["A", "9 Oak Ave, Rear", "Austin", "TX", "78701"]);
    let missing =
        verdicts::<ImportedJob>("Job Name,Milestone,Location Address\nA,Closed,9 Oak Ave\n");
    assert!(matches!(missing[0], Verdict::Refused(_)), "no city is invented");
}

#[test]
fn jobs_of_jobber_are_read() {
    let file = "Job #,Client name,Title,Service street,Service city,Service state,Service ZIP,\
        Scheduled start date,Closed date,Visits assigned to,Total revenue ($)\n\
        12,Ana Whitaker,,1 Main St,Nashville,Tennessee,37201,\"Jun 01, 2024\",\"Jun 03, 2024\",Bo,2500.5\n\
        13,Ana Whitaker,Gutters,1 Main St,Nashville,tn,37201,2024-06-01T08:00:00Z,,Bo,\n";
    let jobs = good::<ImportedJob>(file);
    assert_eq!(place(&jobs[0]), ["Ana Whitaker", "1 Main St", "Nashville", "TN", "37201"]);
    assert_eq!((days(&jobs[0]), jobs[0].is_complete), ("2024-06-01 2024-06-01".to_owned(), true));
    assert_eq!(jobs[0].contract_amount.map(Money::cents), Some(250_050));
    assert_eq!((place(&jobs[1])[0], jobs[1].is_complete), ("Gutters", false));
    assert_eq!(days(&jobs[1]), "2024-06-01 2024-06-01");
}

#[test]
fn actual_days_of_buildertrend_win_over_planned_ones() {
    let read = |cells: &str| {
        job(&format!(
            "Projected Start,Projected Completion,Actual Start,Actual Completion,Job Name,Job Address,Status\n\
             {cells},A,\"1 Main St, Nashville, TN 37201\",Open\n"
        ))
    };
    for (cells, expected) in [
        ("5/1/2024,5/3/2024,5/6/2024,5/8/2024", "2024-05-06 2024-05-08"),
        ("5/1/2024,5/3/2024,,", "2024-05-01 2024-05-03"),
        ("5/1/2024,5/3/2024,5/2/2024,", "2024-05-02 2024-05-03"),
        ("5/1/2024,5/3/2024,5/6/2024,", "2024-05-06 2024-05-06"),
        ("5/5/2024,,,5/3/2024", "2024-05-03 2024-05-03"),
        (",,5/6/24,", "2024-05-06 2024-05-06"),
        (",,,", ""),
    ] {
        assert_eq!(days(&read(cells)), expected, "{cells}");
    }
    assert_eq!(place(&read(",,,")), ["A", "1 Main St", "Nashville", "TN", "37201"]);
}

#[test]
fn a_mapping_by_hand_wins_and_the_values_are_still_those_of_the_export() {
    let sheet = sheet(
        "Job Name,Current Milestone,Location Address,Town,Prov,Planned,Projected Start\n\
         A,Closed,1 Main St,Nashville,tennessee,6/1/24,5/1/24\n",
    );
    let pairs = [("title", "Town"), ("city", "Town"), ("state", "Prov"), ("startDate", "Planned")];
    let mapping = pairs.map(|(field, heading)| (field.to_owned(), heading.to_owned()));
    let columns =
        sheet.columns(<ImportedJob as Importable>::Field::FIELDS, &ImportMapping(mapping.to_vec()));
    let Verdict::Good(job) =
        sheet.check::<ImportedJob>(&columns.expect("columns")).remove(0).verdict
    else {
        panic!("a good row")
    };
    assert_eq!(place(&job), ["Nashville", "", "Nashville", "TN", ""]);
    assert_eq!((days(&job), job.is_complete), ("2024-06-01 2024-06-01".to_owned(), true));
}

#[test]
fn without_a_program_nothing_is_read_differently() {
    let head = "title,city,state,start date,end date,status";
    let same = job(&format!("{head}\nA,B,tennessee,,,Closed\n"));
    assert_eq!((place(&same)[3], same.is_complete), ("tennessee", false));
    let refused =
        verdicts::<ImportedJob>(&format!("{head}\nA,B,TN,5/1/2024,,\nA,B,TN,5/1/24,5/1/24,\n"));
    assert!(refused.iter().all(|row| matches!(row, Verdict::Refused(_))));
}

#[test]
fn customers_of_jobber_have_their_first_phone_and_the_address_that_is_filled() {
    let file = "J-ID,Display Name,Company Name,First Name,Last Name,Mobile Phone #s,Main Phone #s,\
        Billing Street 1,Billing City,Billing State,Billing Zip code,\
        Service Street 1,Service City,Service State,Service Zip code\n\
        1,Kevin Weaver,,Kevin,Weaver,2145550199,\"+18175550100, 8175550101\",9 Oak,Austin,TX,78701,\
        \"123 Main St • Fort Worth, Texas 76102\",Fort Worth,Texas,76102\n\
        2,Mary Ann Lee,Lee Co,,,(214) 555-0199,,9 Oak,Austin,texas,78701,,,,\n";
    let found = customers(file);
    let form = |names: [&str; 3], phone: &str, place: [&str; 4]| CustomerForm {
        first_name: names[0].into(),
        last_name: names[1].into(),
        company: names[2].into(),
        phone: phone.into(),
        address: place[0].into(),
        city: place[1].into(),
        state: place[2].into(),
        zip: place[3].into(),
    };
    assert_eq!(
        found,
        [
            form(
                ["Kevin", "Weaver", ""],
                "817-555-0100",
                ["123 Main St", "Fort Worth", "TX", "76102"]
            ),
            form(["Mary Ann", "Lee", "Lee Co"], "214-555-0199", ["9 Oak", "Austin", "TX", "78701"]),
        ]
    );
}

#[test]
fn customers_of_quick_books_have_their_name_in_one_column() {
    let read = |head: &str, row: &str| customers(&format!("{head}\n{row}\n")).remove(0);
    let list = "Customer,Phone Numbers,Email,Billing Address,Shipping Address,Open Balance";
    let one = read(
        list,
        "Mary Ann Lee,Phone: (615) 555-0100 Mobile: (615) 555-0199,m@x.org,\"1 Main St, Nashville, TN 37201\",,0.00",
    );
    assert_eq!(
        (one.first_name.as_str(), one.last_name.as_str(), one.phone.as_str()),
        ("Mary Ann", "Lee", "615-555-0100")
    );
    assert_eq!(
        (one.address.as_str(), one.city.as_str(), one.state.as_str(), one.zip.as_str()),
        ("1 Main St", "Nashville", "TN", "37201")
    );
    let online = "Name,Company name,Street Address,City,State,Country,Zip,Phone,Email,Customer type,Open balance";
    let two = read(online, "Bo Lee,Lee Co,1 Main St,Nashville,tennessee,US,37201,615.555.0100,,,0");
    assert_eq!(
        (two.company.as_str(), two.state.as_str(), two.phone.as_str()),
        ("Lee Co", "TN", "615-555-0100")
    );
}

#[test]
fn customers_of_google_contacts_are_read_in_both_formats() {
    for head in [
        "Name,Given Name,Family Name,Organization 1 - Name,Phone 1 - Type,Phone 1 - Value,Phone 2 - Value,Address 1 - Street,Address 1 - City,Address 1 - Region,Address 1 - Postal Code",
        "Nickname,First Name,Last Name,Organization Name,Phone 1 - Label,Phone 1 - Value,Phone 2 - Value,Address 1 - Street,Address 1 - City,Address 1 - Region,Address 1 - Postal Code",
    ] {
        let file = format!(
            "{head}\nx,Ana,Peña,Peña Co,Work,+1 615-555-0100 ::: +1 615-555-0101,,1 Main St,Nashville,Tennessee,37201\n\
            x,Bo,Lee,,,,1 (615) 555 0102,,,,\n"
        );
        let found = customers(&file);
        let of = |at: usize| {
            (
                found[at].first_name.as_str(),
                found[at].last_name.as_str(),
                found[at].phone.as_str(),
                found[at].state.as_str(),
            )
        };
        assert_eq!(of(0), ("Ana", "Peña", "615-555-0100", "TN"));
        assert_eq!(of(1), ("Bo", "Lee", "615-555-0102", ""));
        assert_eq!(
            (found[0].company.as_str(), found[0].address.as_str()),
            ("Peña Co", "1 Main St")
        );
    }
}

#[test]
fn customers_of_accu_lynx_job_nimbus_and_buildertrend_are_read() {
    let names = |file: &str| {
        let one = customers(file).remove(0);
        [one.first_name, one.last_name, one.phone, one.city]
    };
    let ana = ["Ana", "Whitaker", "615-555-0100", "Kokomo"];
    assert_eq!(
        names(
            "Contact: First Name,Contact: Last Name,Contact: Phone,Contact: Mailing Address\nAna,Whitaker,(615) 555-0100,\"1 Main, Kokomo, IN 46901 US\"\n"
        ),
        ana
    );
    assert_eq!(
        names(
            "Display Name,Record Type,Home Phone,Mobile Phone,City\nAna Whitaker,Customer,,615-555-0100 / 615-555-0101,Kokomo\n"
        ),
        ana
    );
    assert_eq!(
        names(
            "Display Name,Primary Email,Phone,Cell Phone,City\nAna Whitaker,a@x.org,,6155550100,Kokomo\n"
        ),
        ana
    );
    let refused = verdicts::<ImportedCustomer>(
        "Display Name,Record Type,Phone\nAna Lee,x,\nCher,x,6155550100\nAna Lee,x,555\n",
    );
    assert!(
        refused.iter().all(|row| matches!(row, Verdict::Refused(_))),
        "what is not there is not invented"
    );
}
