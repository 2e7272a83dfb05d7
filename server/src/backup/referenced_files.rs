//! Every file that rows refer to. Reads whole tables, so requests do not use it.

use store::{
    db::{Tx, error::DbResult},
    sql,
};

/// The keys of all files that rows of this database refer to, each once. The columns are those of
/// `store::files::columns::COLUMNS`; a test compares them.
pub async fn referenced_files(tx: &mut Tx) -> DbResult<Vec<String>> {
    sql!(
        "SELECT picture AS value FROM job_image
         UNION SELECT thumbnail FROM job_image
         UNION SELECT picture FROM delivery_photo
         UNION SELECT thumbnail FROM delivery_photo
         UNION SELECT picture FROM chat_message WHERE picture IS NOT NULL
         UNION SELECT thumbnail FROM chat_message WHERE thumbnail IS NOT NULL
         UNION SELECT file_key FROM company_file
         UNION SELECT file_key FROM mail_attachment
         UNION SELECT file_key FROM upload_part
         UNION SELECT substr(logo_url, 8) FROM company WHERE logo_url LIKE '/files/%'
         ORDER BY value"
    )
    .values(tx)
    .await
}
