//! The fields of a job that a column of a file can map to.

use crate::imports::csv::mapping::sheet_fields;

sheet_fields! {
    /// A field of a job that a column can map to.
    ImportField
    Title "title" "The job's title." needed ImportNoTitle [
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
    City "city" "The city." needed ImportNoCity ["city" "jobcity" "town" "ciudad" "municipio" "localidad"]
    State "state" "The state." needed ImportNoState ["state" "jobstate" "st" "province" "estado" "provincia"]
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
    ContractAmount "contractAmount" "The contract amount." [
        "contractamount" "amount" "contractprice" "contractvalue" "price" "value" "constructioncost"
        "cost" "total" "budget" "importedelcontrato" "montodelcontrato" "importe" "monto" "precio"
        "valor" "costo" "presupuesto"
    ]
    Latitude "latitude" "Degrees north." ["latitude" "lat" "latitud"]
    Longitude "longitude" "Degrees east." ["longitude" "long" "lon" "lng" "longitud"]
}
