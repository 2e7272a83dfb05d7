//! `ridgeline feedback`: messages to the operator, as CSV.

use std::io::Write;

use anyhow::Context as _;
use chrono::SecondsFormat;
use domain::imports::csv::formulas::escape_formula;
use services::core::config::Storage;
use store::feedback;

use crate::cli::args::FeedbackExport;

/// Writes them as CSV, newest first, with cells that a spreadsheet does not run as formulas.
///
/// # Errors
/// In one sentence for the operator: no database, or it cannot be read.
pub async fn print(storage: &Storage, of: FeedbackExport, out: impl Write) -> anyhow::Result<()> {
    let db = crate::storage::open_unmigrated(storage).await?;
    let mut tx = db.read().await.context("the database does not answer")?;
    let (heads, rows) = match of {
        FeedbackExport::Leads => {
            let leads = feedback::leads(&mut tx).await?;
            let rows: Vec<_> = leads
                .into_iter()
                .map(|lead| {
                    let at = lead.date_inserted.to_rfc3339_opts(SecondsFormat::Secs, true);
                    [at, lead.name, lead.email, lead.company_type, lead.details]
                })
                .collect();
            (["date", "name", "email", "companyType", "details"], rows)
        }
        FeedbackExport::Feedback => {
            let feedback = feedback::feedback(&mut tx).await?;
            let rows: Vec<_> = feedback
                .into_iter()
                .map(|message| {
                    let at = message.date_inserted.to_rfc3339_opts(SecondsFormat::Secs, true);
                    [at, message.email, message.kind, message.subject, message.details]
                })
                .collect();
            (["date", "email", "type", "subject", "details"], rows)
        }
    };
    drop(tx);
    db.close().await;
    let mut sheet = csv::Writer::from_writer(out);
    sheet.write_record(heads)?;
    for row in rows {
        sheet.write_record(row.iter().map(|cell| escape_formula(cell)))?;
    }
    sheet.flush()?;
    Ok(())
}
