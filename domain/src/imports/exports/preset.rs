//! Finds the program that exported a file by the headings that only its exports have, and the columns for our
//! fields.

use serde::{Deserialize, Serialize};
use ts_rs::TS;

use crate::types::field::WireEnum;

/// A program whose exports are known.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize, TS)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema), schemars(rename = "ImportPreset"))]
#[serde(rename_all = "camelCase")]
#[ts(export, export_to = "index.ts", rename = "ImportPreset")]
pub enum Preset {
    /// `JobNimbus`: its lists and reports of contacts and jobs, such as "Record Type", "Sales Rep", "Date Start".
    JobNimbus,
    /// `AccuLynx`: its Jobs Report, such as "Current Milestone", "Location Address", "Primary Salesperson", and its
    /// Contacts Report, such as "Contact: First Name".
    AccuLynx,
    /// Jobber: its clients, such as "J-ID", "Main Phone #s", "Service Street 1", and its One-off Jobs Report, such
    /// as "Visits assigned to", "Total revenue ($)".
    Jobber,
    /// Buildertrend: its jobs, such as "Actual Completion", "Proj. Start", "Contract Price", and its contacts.
    Buildertrend,
    /// `QuickBooks` Online and Desktop: customer lists, such as "Open Balance", "Customer full name", "Bill to 1".
    QuickBooks,
    /// Google contacts, before 2024 such as "Given Name", "Phone 1 - Type", since then "Phone 1 - Label".
    GoogleContacts,
}

impl WireEnum for Preset {
    const WIRE_WORDS: &'static [(&'static str, Self)] = &[
        ("jobNimbus", Self::JobNimbus),
        ("accuLynx", Self::AccuLynx),
        ("jobber", Self::Jobber),
        ("buildertrend", Self::Buildertrend),
        ("quickBooks", Self::QuickBooks),
        ("googleContacts", Self::GoogleContacts),
    ];
}

/// What somebody says about the program that exported a file, against what its headings say.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum PresetChoice {
    /// Of none of them: its values are read as they are.
    Other,
    /// Of this one.
    Program(Preset),
}

impl PresetChoice {
    /// The word of a file that no known program exported.
    pub const OTHER: &'static str = "none";

    /// The choice with this word: the wire name of a program, or `none`.
    #[must_use]
    pub fn from_word(word: &str) -> Option<Self> {
        if word.trim() == Self::OTHER {
            return Some(Self::Other);
        }
        Preset::from_word(word).map(Self::Program)
    }

    /// The program, if it is one.
    #[must_use]
    pub const fn program(self) -> Option<Preset> {
        match self {
            Self::Other => None,
            Self::Program(preset) => Some(preset),
        }
    }
}

/// From this sum of weights on, a file is of a program: one heading that only it has, or several that others
/// rarely have.
const ENOUGH: u8 = 3;

/// The headings of each program with their weights. One that is usual elsewhere, too, has none.
const MARKS: [(Preset, &str); 6] = [
    (
        Preset::JobNimbus,
        "jnid3 jobnimbusid3 recordtype3 recordtypename3 statusname3 statetext3 salesrepname3 sourcename3 \
         datestatuschange3 approvedestimatetotal3 salesrep2 displayname1 addressline11 dateend1 \
         datecreated1 dateupdated1 leadsource1 source1 jobtype1 assignees1 primarycontact1",
    ),
    (
        Preset::AccuLynx,
        "milestone3 currentmilestone3 milestonedate3 currentmilestonedate3 primarysalesperson3 \
         contact:firstname3 contact:lastname3 contact:phone3 contact:email3 contact:mailingaddress3 \
         contact:types3 contactmailingaddress3 contacttypes3 crossreference3 acculynxid3 acculynxjobid3 locationaddress2 locationcity2 \
         locationstate2 locationzip2 locationzipcode2 jobcategory2 tradetype2 tradetypes2 \
         prospectdate2 worktype1 approveddate1 completeddate1 invoiceddate1 leaddate1 leadsource1 \
         contactname1 contracttotal1 jobvalue1 insurancecompany1 mailingcity1 mailingstate1 contacttype1",
    ),
    (
        Preset::Jobber,
        "jid3 mainphonenumbers3 mobilephonenumbers3 homephonenumbers3 workphonenumbers3 \
         textmessageenabledphonenumber3 servicepropertyname3 servicestreet13 visitsassignedto3 \
         servicestreet2 servicezipcode2 serviceprovince2 servicepostalcode2 billingstreet12 \
         totalrevenue2 invoicenumbers2 iscompany2 servicecity1 servicestate1 servicezip1 servicestateprovince2 propertystreet2 propertystreet12 propertycity1 propertystate1 \
         serviceaddress1 clientname1 clientphone1 clientemail1 emails1 scheduledstartdate1 \
         closeddate1 totalcosts1 quotenumber1 lineitems1 salesperson1",
    ),
    (
        Preset::Buildertrend,
        "projstart3 projcompletion3 projectedcompletion3 actualcompletion3 jobrunningtotal3 \
         projectedcompletiondate3 actualcompletiondate3 activationstatus3 projectedstart2 actualstart2 \
         projectedstartdate2 actualstartdate2 jobsite2 jobprefix2 jobgroup2 jobgroups2 primaryemail2 \
         revisedcontractprice2 projectedend1 actualend1 contractprice1 projectmanager1 \
         projectmanagers1 groups1 clients1 clientphone1 clientemail1 ownername1 ownerphone1 owneremail1 homeowner1 lot1 \
         displayname1",
    ),
    (
        Preset::QuickBooks,
        "openbalance3 customerfullname3 displaynameas3 billwithparent3 billto13 shipto13 \
         balancetotal3 billaddress2 shipaddress2 customertype2 attachments2 activestatus2 mainemail2 \
         resalenum2 creditlimit2 billingstreet2 balance1 customer1 phonenumbers1 billingaddress1 \
         shippingaddress1 mainphone1 altphone1 terms1 displayname1",
    ),
    (
        Preset::GoogleContacts,
        "phone1value3 phone1label3 phone1type3 email1value3 email1label3 email1type3 address1street3 \
         address1region3 address1city3 address1postalcode3 address1formatted3 groupmembership3 \
         organization1name3 phoneticfirstname3 yominame3 organizationname1 givenname1 familyname1 \
         additionalname1 fileas1 labels1",
    ),
];

/// The headings for each of our fields in the exports, the one that counts first. Those between plus signs count
/// in the order of the file. `status` and `closed` decide whether a job is complete.
const HEADINGS: &str = "|title:jobname,title,jobsite,projectname,jobtitle,name,displayname,clientname,\
    contactname,customername,customerfullname,customer,primarycontact\
    |address:servicestreet1,servicestreet,serviceaddress,propertystreet,propertyaddress,locationstreet,\
    locationaddress1,propertystreet1,jobstreet,addressline1,streetaddress,address1street,street,street1,address,jobaddress,\
    locationaddress,billingstreet1,billingaddressline1,billingstreet,mailingstreet,mailingaddress,\
    contactmailingaddress,billingaddress,billaddress,address1formatted\
    |city:servicecity,propertycity,locationcity,jobcity,city,address1city,mailingcity,billingcity,billingaddresscity\
    |state:servicestate,serviceprovince,servicestateprovince,propertystate,propertyprovince,locationstate,jobstate,state,\
    statetext,address1region,mailingstate,billingstate,billingprovince,billingaddressstate\
    |zip:servicezipcode,servicezip,servicepostalcode,servicezippostalcode,propertyzipcode,propertyzip,propertypostalcode,\
    locationzip,locationzipcode,locationpostalcode,jobzip,jobzipcode,zip,zipcode,postalcode,\
    address1postalcode,mailingzip,mailingzipcode,billingzipcode,billingzip,billingpostalcode,billingaddresspostalcode\
    |startDate:actualstart,actualstartdate,scheduledstartdate,scheduledstart,startdate,datestart,\
    jobstartdate,projectedstart,projectedstartdate,projstart,installdate\
    |endDate:actualcompletion,actualcompletiondate,actualend,actualenddate,actualfinish,scheduledenddate,\
    scheduledend,enddate,dateend,jobenddate,completiondate,projectedcompletion,\
    projectedcompletiondate,projcompletion,projectedend,projectedenddate,projend\
    |contractAmount:contractamount,contracttotal,contractprice,contractvalue,jobvalue,jobtotal,\
    totalrevenue,total,approvedestimatetotal\
    |firstName:firstname,givenname,contactfirstname,clientfirstname,ownerfirstname,fullname,displayname,\
    displaynameas,name,clientname,contactname,ownername,customername,customer,customerfullname,clients,\
    primarycontact\
    |lastName:lastname,familyname,contactlastname,clientlastname,ownerlastname,fullname,displayname,\
    displaynameas,name,clientname,contactname,ownername,customername,customer,customerfullname,clients,\
    primarycontact\
    |company:companyname,company,organizationname,organization1name,businessname\
    |phone:phone,mainphonenumbers,mainphone,primaryphone,phonenumber,phonenumbers,phone1value,\
    contactphone+contactphonenumber+clientphone+ownerphone+customerphone+mobilephonenumbers+mobilephone+\
    mobile+cellphone+cell+homephonenumbers+homephone+workphonenumbers+workphone+phone2value+\
    phone3value+altphone+textmessageenabledphonenumber\
    |status:currentmilestone,milestone,currentstatus,status,statusname,jobstatus\
    |closed:closeddate,dateclosed,closedon,completeddate,datecompleted";

impl Preset {
    /// The program that exported a file with these headings; `None` where they are not typical of one.
    #[must_use]
    pub fn find(headings: &[String]) -> Option<Self> {
        let mut best = (None, ENOUGH - 1);
        for (preset, marks) in MARKS {
            let weight_of = |heading: &String| {
                let mark = marks.split(' ').find(|mark| mark[..mark.len() - 1] == *heading)?;
                Some(mark.as_bytes()[mark.len() - 1] - b'0')
            };
            let sum = headings.iter().filter_map(weight_of).fold(0, u8::saturating_add);
            if sum > best.1 {
                best = (Some(preset), sum);
            }
        }
        best.0
    }
}

/// The columns of an export for a field, by its wire name, the one that counts first. The headings are plain.
pub(crate) fn columns(field: &str, headings: &[String]) -> Vec<usize> {
    let names = HEADINGS.split('|').find_map(|list| list.strip_prefix(field)?.strip_prefix(':'));
    let mut columns = Vec::new();
    for names in names.unwrap_or_default().split(',') {
        for (at, heading) in headings.iter().enumerate() {
            if names.split('+').any(|name| name == heading) {
                columns.push(at);
            }
        }
    }
    columns
}
