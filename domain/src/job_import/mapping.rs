//! Which column of a file is which of our fields.

use std::collections::BTreeMap;

use serde::{Deserialize, Deserializer, Serialize, de::Error as _};
use serde_json::Value;
use ts_rs::TS;

use crate::{
    error::{Code, Refusal},
    folding::fold,
    form::{Choice, Entry},
    text::Text,
};

macro_rules! fields {
    ($($field:ident $wire:literal $doc:literal [$($heading:literal)+])+) => {
        /// A field of a job that a column may give.
        #[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Serialize, Deserialize, TS)]
        #[serde(rename_all = "camelCase")]
        #[ts(export, export_to = "index.ts")]
        pub enum ImportField {$(#[doc = $doc] $field),+}

        impl Choice for ImportField {
            const OFFERED: &'static [(&'static str, Self)] = &[$(($wire, Self::$field)),+];
        }

        /// Headings that stand for a field, the likeliest first, without case, accents and blanks.
        const HEADINGS: &[&[&str]] = &[$(&[$($heading),+]),+];
    };
}

fields! {
    Title "title" "What the job is called." [
        "title" "jobtitle" "jobname" "job" "projectname" "projecttitle" "project" "name" "permittype"
        "worktype" "description" "titulo" "titulodeltrabajo" "nombredeltrabajo" "trabajo" "proyecto"
        "nombre" "tipodepermiso" "descripcion"
    ]
    JobNumber "jobNumber" "The job's number." [
        "jobnumber" "jobno" "jobnum" "jobid" "number" "no" "num" "permitnumber" "permitno" "permit"
        "projectnumber" "projectid" "id" "numerodetrabajo" "numero" "numerodepermiso" "permiso" "folio"
    ]
    Address "address" "Street and house number." [
        "address" "streetaddress" "street" "jobaddress" "siteaddress" "propertyaddress" "address1"
        "addressline1" "direccion" "calle" "domicilio"
    ]
    City "city" "The city." ["city" "jobcity" "town" "ciudad" "municipio" "localidad"]
    State "state" "The state." ["state" "jobstate" "st" "province" "estado" "provincia"]
    Zip "zip" "The ZIP code." [
        "zip" "zipcode" "postalcode" "postcode" "postal" "codigopostal" "cp"
    ]
    StartDate "startDate" "The first day worked." [
        "startdate" "start" "datestart" "begindate" "scheduledstart" "startson" "fechadeinicio"
        "fechainicio" "inicio" "comienzo"
    ]
    EndDate "endDate" "The last day worked." [
        "enddate" "end" "dateend" "finishdate" "finish" "scheduledend" "endson" "fechadefin" "fechafin"
        "fechafinal" "fechadetermino" "fin" "termino"
    ]
    ContractAmount "contractAmount" "What the customer pays." [
        "contractamount" "amount" "contractprice" "contractvalue" "price" "value" "constructioncost"
        "cost" "total" "budget" "importedelcontrato" "montodelcontrato" "importe" "monto" "precio"
        "valor" "costo" "presupuesto"
    ]
    Latitude "latitude" "Degrees north." ["latitude" "lat" "latitud"]
    Longitude "longitude" "Degrees east." ["longitude" "long" "lon" "lng" "longitud"]
}

impl ImportField {
    /// The wire name.
    #[must_use]
    pub fn as_str(self) -> &'static str {
        Self::OFFERED[self as usize].0
    }

    /// What is said when no column gives this field; `None` where it may be left out.
    const fn missing(self) -> Option<Text> {
        match self {
            Self::Title => Some(Text::ImportNoTitle),
            Self::City => Some(Text::ImportNoCity),
            Self::State => Some(Text::ImportNoState),
            _ => None,
        }
    }
}

/// Our field to the heading that gives it.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, TS)]
#[serde(transparent)]
#[ts(export, export_to = "index.ts", type = "{ [field in ImportField]?: string | null }")]
pub struct ImportMapping(pub BTreeMap<ImportField, String>);

impl Entry for ImportMapping {
    /// Null and blank mean "no column"; what is none of our fields is passed over.
    fn read(value: &Value) -> Option<Self> {
        let mut mapping = BTreeMap::new();
        for (field, heading) in value.as_object()? {
            let (field, heading) = (ImportField::from_word(field), String::read(heading)?);
            if let Some(field) = field.filter(|_| !heading.is_empty()) {
                mapping.insert(field, heading);
            }
        }
        Some(Self(mapping))
    }
}

impl<'de> Deserialize<'de> for ImportMapping {
    fn deserialize<D: Deserializer<'de>>(from: D) -> Result<Self, D::Error> {
        let value = Value::deserialize(from)?;
        Self::read(&value).ok_or_else(|| D::Error::custom("our field to a heading of the file"))
    }
}

/// Where the columns of a mapping stand.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Columns([Option<usize>; HEADINGS.len()]);

impl Columns {
    pub(super) fn find(mapping: &ImportMapping, headings: &[String]) -> Result<Self, Vec<Refusal>> {
        let mut columns = Self([None; HEADINGS.len()]);
        let mut refusals = Vec::new();
        for &(name, field) in ImportField::OFFERED {
            match mapping.0.get(&field) {
                Some(wanted) => match headings.iter().position(|heading| heading == wanted) {
                    Some(at) => columns.0[field as usize] = Some(at),
                    None => refusals.push(
                        Refusal::new(name, Code::Choice, Text::ImportUnknownHeading)
                            .with("heading", wanted),
                    ),
                },
                None => refusals
                    .extend(field.missing().map(|text| Refusal::new(name, Code::Required, text))),
            }
        }
        if refusals.is_empty() { Ok(columns) } else { Err(refusals) }
    }

    /// The column that gives a field.
    #[must_use]
    pub const fn of(&self, field: ImportField) -> Option<usize> {
        self.0[field as usize]
    }
}

/// Matches headings with our fields. A heading is taken once, by the first field that knows it best.
pub(super) fn guess(headings: &[String]) -> ImportMapping {
    let plain: Vec<String> = headings.iter().map(|heading| plain(heading)).collect();
    let mut mapping = BTreeMap::new();
    let mut taken = vec![false; headings.len()];
    for &(_, field) in ImportField::OFFERED {
        let known = HEADINGS[field as usize];
        let at = known.iter().find_map(|known| {
            plain.iter().zip(&taken).position(|(heading, taken)| heading == known && !taken)
        });
        if let Some(at) = at {
            taken[at] = true;
            mapping.insert(field, headings[at].clone());
        }
    }
    ImportMapping(mapping)
}

/// A heading without case, accents and anything but letters and digits; `#` is a number.
fn plain(heading: &str) -> String {
    let letters = fold(heading).replace('#', "number");
    letters.chars().filter(|letter| letter.is_alphanumeric()).collect()
}
