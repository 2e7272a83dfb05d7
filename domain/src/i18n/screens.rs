//! The texts of the screens about calls: the catalog of errors, warnings, successes and questions.
//!
//! The English is the specification's, with its typos corrected.

use ts_rs::TS;

use crate::{
    i18n::rules::{fill, sentences},
    types::language::Language,
};

sentences! {
    /// A text of a popup or a toast.
    #[derive(TS)]
    #[ts(export, export_to = "index.ts", rename_all = "camelCase")]
    Notice {
        // Titles
        Oops: "Oops...", "Oops...";
        Sweet: "Sweet!", "¡Excelente!";
        Success: "Success!", "¡Listo!";
        ThankYou: "Thank you!", "¡Gracias!";
        Hmm: "Hmm...", "Mmm...";

        // Questions
        AreYouSure: "Are you sure?", "¿Está seguro?";
        CannotRevert: "You won't be able to revert this!", "¡No se puede deshacer!";
        YesRemove: "Yes, remove it!", "Sí, eliminar";
        RemoveUserSure: "Are you sure you want to remove this user?", "¿Está seguro de que quiere eliminar a este usuario?";
        VendorContactsGo: "This also deletes its contacts, and purchase orders lose the vendor.", "Esto también elimina sus contactos, y las órdenes de compra pierden el proveedor.";
        CategoryProductsGo: "This also deletes all of its products.", "Esto también elimina todos sus productos.";

        // Jobs and the calendar
        UnscheduleFailed: "There was an error removing this job from your schedule. Please try again in a moment.", "Hubo un error al quitar este trabajo del calendario. Intente de nuevo en un momento.";
        JobUpdateFailedRetry: "There was an error updating this job. Please try again in a moment.", "Hubo un error al actualizar este trabajo. Intente de nuevo en un momento.";
        JobUpdateFailed: "There was an issue updating this job.", "Hubo un problema al actualizar este trabajo.";
        YourJobUpdateFailed: "There was an issue updating your job.", "Hubo un problema al actualizar su trabajo.";
        AssignmentFailed: "There was an issue making your assignment. Please try again in a moment.", "Hubo un problema al hacer la asignación. Intente de nuevo en un momento.";
        JobDeleteFailed: "There was an error deleting this job. Please try again in a moment.", "Hubo un error al eliminar este trabajo. Intente de nuevo en un momento.";
        ContractAmountFailed: "There was an issue updating your contract amount.", "Hubo un problema al actualizar el monto del contrato.";
        JobCreateFailed: "There was an error creating your job. Please try again in a moment.", "Hubo un error al crear su trabajo. Intente de nuevo en un momento.";
        JobNotFound: "No details found for this job", "No se encontraron detalles de este trabajo";
        JobsFetchFailed: "There was an error fetching your jobs. Please try again in a moment.", "Hubo un error al cargar sus trabajos. Intente de nuevo en un momento.";
        PrintOnlyInViews: "Can only print in job/appointment views.", "Solo se puede imprimir en las vistas de trabajos y citas.";
        AppointmentUpdateFailed: "There was an issue updating your appointment.", "Hubo un problema al actualizar su cita.";
        AppointmentUpdateFailedRetry: "There was an error updating this appointment. Please try again in a moment.", "Hubo un error al actualizar esta cita. Intente de nuevo en un momento.";
        AppointmentCreateFailed: "There was an error creating your appointment. Please try again in a moment.", "Hubo un error al crear su cita. Intente de nuevo en un momento.";
        CalendarDeleteFailed: "There was an error deleting your calendar. Please try again in a moment.", "Hubo un error al eliminar su calendario. Intente de nuevo en un momento.";
        CalendarCreateFailed: "There was an error creating your calendar. Please try again in a moment.", "Hubo un error al crear su calendario. Intente de nuevo en un momento.";
        CalendarsFetchFailed: "There was an error fetching your calendars. Please try again in a moment.", "Hubo un error al cargar sus calendarios. Intente de nuevo en un momento.";
        AppointmentsFetchFailed: "There was an error fetching your appointments. Please try again in a moment.", "Hubo un error al cargar sus citas. Intente de nuevo en un momento.";

        // Tags, images, notes, measurements
        TagAddFailed: "There was an error adding your tag.", "Hubo un error al agregar su etiqueta.";
        TagDeleteFailed: "There was an error deleting this tag.", "Hubo un error al eliminar esta etiqueta.";
        ImagesUploadFailed: "There was an issue while attempting to upload your images.", "Hubo un problema al subir sus fotos.";
        ImagesFetchFailed: "There was an issue fetching job images", "Hubo un problema al cargar las fotos del trabajo";
        ImageDeleteFailed: "There was an issue when deleting your job.", "Hubo un problema al eliminar su foto.";
        NoteAddFailed: "There was an issue adding this note.", "Hubo un problema al agregar esta nota.";
        NoteDeleteFailed: "There was an issue deleting this note.", "Hubo un problema al eliminar esta nota.";
        ReportAddFailed: "Error adding your report. Please try again in a moment.", "Error al agregar su medida. Intente de nuevo en un momento.";
        ReportDeleteFailed: "There was an issue when deleting your measurement report.", "Hubo un problema al eliminar su medida.";

        // Orders
        PurchaseOrderFetchFailed: "There was an issue fetching purchase order.", "Hubo un problema al cargar la orden de compra.";
        WorkOrderFetchFailed: "There was an issue fetching work order.", "Hubo un problema al cargar la orden de trabajo.";
        WorkOrdersFetchFailed: "There was an issue fetching work orders", "Hubo un problema al cargar las órdenes de trabajo";
        PurchaseOrdersFetchFailed: "There was an issue fetching purchase orders", "Hubo un problema al cargar las órdenes de compra";
        PurchaseOrderUpdateFailed: "There was an issue updating this purchase order.", "Hubo un problema al actualizar esta orden de compra.";
        VendorSelectFailed: "There was an issue selecting your vendor", "Hubo un problema al elegir su proveedor";
        WorkOrderItemAddFailed: "There was an issue adding your new work order item.", "Hubo un problema al agregar la partida a la orden de trabajo.";
        WorkOrderItemEditFailed: "There was an issue editing your new work order item.", "Hubo un problema al cambiar la partida de la orden de trabajo.";
        OrderItemDeleteFailed: "There was an issue deleting this order item.", "Hubo un problema al eliminar esta partida.";
        WorkOrderDeleteFailed: "There was an issue deleting this work order.", "Hubo un problema al eliminar esta orden de trabajo.";
        SignOffFailed: "There was an issue signing off on this work order", "Hubo un problema al firmar esta orden de trabajo";
        JobItemUpdateFailed: "There was an issue updating your job item.", "Hubo un problema al actualizar la partida del trabajo.";
        PurchaseOrderSent: "Sent PO to: {emails}", "Orden de compra enviada a: {emails}";
        SendingTakesAWhile: "It may take a minute or two.", "Puede tardar uno o dos minutos.";

        // Customers, products, crews, vendors
        CustomersFetchFailed: "There was an error fetching your customers.", "Hubo un error al cargar sus clientes.";
        CustomerCreateFailed: "There was an issue creating your customer.", "Hubo un problema al crear su cliente.";
        CustomerUpdateFailed: "There was an issue updating your customer.", "Hubo un problema al actualizar su cliente.";
        CategoryCreateFailed: "There was an issue creating this category.", "Hubo un problema al crear esta categoría.";
        ProductRemoveFailed: "There was an error removing this product. Please try again in a moment.", "Hubo un error al quitar este producto. Intente de nuevo en un momento.";
        CategoryRemoveFailed: "There was an error removing this category. Please try again in a moment.", "Hubo un error al quitar esta categoría. Intente de nuevo en un momento.";
        CrewCreateFailed: "There was an error while trying to create your crew.", "Hubo un error al crear su cuadrilla.";
        CrewsFetchFailed: "There was an error while trying to fetch your custom crews.", "Hubo un error al cargar sus cuadrillas propias.";
        CrewDeleteFailed: "There was an error while trying to delete this custom crew.", "Hubo un error al eliminar esta cuadrilla propia.";
        CrewMemberCreateFailed: "There was an error while trying to create this crew member.", "Hubo un error al crear a este integrante de la cuadrilla.";
        CrewMemberUpdateFailed: "There was an error while trying to update this crew member.", "Hubo un error al actualizar a este integrante de la cuadrilla.";
        NotSaved: "We could not save that. Please try again in a moment.", "No pudimos guardarlo. Intente de nuevo en un momento.";

        // Companies, people, connections
        QualificationDeleteFailed: "There was an issue deleting your qualification.", "Hubo un problema al eliminar su certificación.";
        QualificationCreateFailed: "There was an issue creating your qualification.", "Hubo un problema al crear su certificación.";
        CompanyDetailsFailed: "There was an issue fetching some of your company details.", "Hubo un problema al cargar algunos datos de su empresa.";
        FileUploadFailed: "Error while uploading your file.", "Error al subir su archivo.";
        FileDeleteFailed: "Error while deleting your file.", "Error al eliminar su archivo.";
        FileStatusFailed: "Error while changing your file status.", "Error al cambiar la visibilidad de su archivo.";
        LogoUpdateFailed: "There was an error while updating your logo.", "Hubo un error al actualizar su logotipo.";
        DescriptionUpdateFailed: "There was an issue while updating your description.", "Hubo un problema al actualizar su descripción.";
        CompanyLoadFailed: "There was an issue loading this company.", "Hubo un problema al cargar esta empresa.";
        ConnectFailed: "There was an issue connecting with this company.", "Hubo un problema al conectarse con esta empresa.";
        ConnectionAcceptFailed: "There was an error accepting this connection. Please wait and try again.", "Hubo un error al aceptar esta conexión. Espere e intente de nuevo.";
        ConnectionDeclineFailed: "There was an error declining this connection. Please wait and try again.", "Hubo un error al rechazar esta conexión. Espere e intente de nuevo.";
        ConnectionsFetchFailed: "There was an error fetching your connections.", "Hubo un error al cargar sus conexiones.";
        InviteFailed: "Hmm.... It seems there was an error on our end... Give us a moment and try again!", "Mmm.... Parece que hubo un error de nuestro lado... ¡Espere un momento e intente de nuevo!";
        InvitationDeleteFailed: "It seems there was an issue while attempting to remove this invitation.", "Parece que hubo un problema al eliminar esta invitación.";
        SignOutFirst: "you must sign out of your previous session before creating a new account.", "debe cerrar su sesión anterior antes de crear una cuenta nueva.";
        AccountCreateFailed: "It seems there was an issue creating your account. Please go back and make sure that you've correctly filled out your information.", "Parece que hubo un problema al crear su cuenta. Regrese y compruebe que sus datos estén bien escritos.";
        RequestFailed: "Request failed: {reason}", "La solicitud falló: {reason}";
        SettingsFailed: "There was an issue updating your settings. Please try again in a moment.", "Hubo un problema al actualizar su configuración. Intente de nuevo en un momento.";
        NoLocation: "Your browser cannot tell where you are.", "Su navegador no puede indicar dónde está usted.";
        Offline: "We could not reach the server. Check your connection and try again.", "No pudimos conectarnos con el servidor. Revise su conexión e intente de nuevo.";

        // Successes
        FileUploaded: "Successfully uploaded {file}", "Se subió {file}";
        InvitationSent: "Successfully sent your invitation.", "Se envió su invitación.";
        InvitationResent: "This person was already invited, so we have sent the invitation again.", "Esta persona ya estaba invitada, así que enviamos la invitación de nuevo.";
        InvitationDeleted: "Sweet! We've deleted this invitation.", "¡Excelente! Eliminamos esta invitación.";
        ContractorTold: "We'll let the contractor know!", "¡Le avisaremos al contratista!";
        AssignmentChanged: "We've changed this jobs assignment.", "Cambiamos la asignación de este trabajo.";
        JobUpdated: "Job updated!", "¡Trabajo actualizado!";
        JobDeleted: "We've deleted this job.", "Eliminamos este trabajo.";
        ThisJobUpdated: "We've updated this job.", "Actualizamos este trabajo.";
        ScheduleUpdated: "We've updated your schedule.", "Actualizamos su calendario.";
        JobUpdatedSubTold: "We've updated your job. We'll notify your subcontractor and let them know.", "Actualizamos su trabajo. Le avisaremos a su subcontratista.";
        JobCreated: "We've created your new job.", "Creamos su nuevo trabajo.";
        ImportFailed: "We could not import this file. Nothing was stored.", "No pudimos importar este archivo. No se guardó nada.";
        CalendarDeleted: "We've deleted your calendar.", "Eliminamos su calendario.";
        CalendarCreated: "We've created your new calendar.", "Creamos su nuevo calendario.";
        AppointmentUpdated: "We've updated your appointment.", "Actualizamos su cita.";
        SettingsUpdated: "We've updated your settings.", "Actualizamos su configuración.";
        FeatureThanks: "We read every idea and will think about this one.", "Leemos todas las ideas y pensaremos en esta.";
        ComplaintThanks: "We are sorry about the trouble and will look into it.", "Lamentamos la molestia y lo revisaremos.";
        BugThanks: "We will look for this bug.", "Buscaremos este error.";
        OtherThanks: "We have read what you wrote.", "Leímos lo que escribió.";
    }
}
