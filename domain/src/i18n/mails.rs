//! Every text of a mail, in English and in Spanish. Separate from [`text`](crate::i18n::rules), because no
//! browser needs them.

use crate::{
    i18n::rules::{fill, sentences},
    types::language::Language,
};

sentences! {
    /// A text of a mail, or of its delivery.
    MailText {
        // Purchase orders
        PurchaseOrder: "{company} sends you the attached purchase order.", "{company} le envía la orden de compra adjunta.";
        PurchaseOrderTitled: "{company} sends you the attached purchase order \"{order}\".", "{company} le envía la orden de compra adjunta \"{order}\".";
        PurchaseOrderSubject: "{company}: purchase order", "{company}: orden de compra";
        OrderAmended: "{company} has changed the purchase order \"{order}\". This is what changed:", "{company} cambió la orden de compra \"{order}\". Esto es lo que cambió:";
        OrderAmendedSubject: "{company}: {order} has changed", "{company}: {order} cambió";
        OrderRowAdded: "New: {product}, {quantity}", "Nuevo: {product}, {quantity}";
        OrderRowRemoved: "No longer ordered: {product} (was {quantity})", "Ya no se pide: {product} (eran {quantity})";
        OrderRowChanged: "{product}: {quantity} instead of {before}", "{product}: {quantity} en lugar de {before}";
        OrderCancelled: "{company} has cancelled the purchase order \"{order}\". Please do not deliver it.", "{company} canceló la orden de compra \"{order}\". No la entregue, por favor.";
        OrderCancelledSubject: "{company}: {order} is cancelled", "{company}: {order} cancelada";
        OrderUnanswered: "{company} is waiting for your answer to the purchase order \"{order}\". Please say whether you will deliver it, and when.", "{company} espera su respuesta a la orden de compra \"{order}\". Diga, por favor, si la entregará y cuándo.";
        OrderUnansweredSubject: "{company}: please answer {order}", "{company}: responda a {order}, por favor";
        OrderDue: "{company} expects the delivery of the purchase order \"{order}\" on {day}. If anything has changed, please say so today.", "{company} espera la entrega de la orden de compra \"{order}\" el {day}. Si algo cambió, avise hoy, por favor.";
        OrderDueSubject: "{company}: {order} is due on {day}", "{company}: {order} se entrega el {day}";
        OrderOpen: "Open the purchase order", "Abrir la orden de compra";
        Message: "{name} writes:", "{name} escribe:";
        AnswerTo: "Your reply to this email goes to {name}.", "Su respuesta a este correo le llega a {name}.";

        // Work orders
        WorkOrder: "{company} sends you the work order \"{order}\" for the job \"{job}\".", "{company} le envía la orden de trabajo \"{order}\" para el trabajo \"{job}\".";
        WorkOrderSubject: "{company}: work order {order}", "{company}: orden de trabajo {order}";
        WorkOrderOpen: "Open the work order", "Abrir la orden de trabajo";

        // Links for people without an account
        GuestLink: "{company} sends you a link to the job \"{job}\".", "{company} le envía un enlace al trabajo \"{job}\".";
        GuestLinkOrder: "{company} sends you a link to the purchase order \"{job}\". You can say there whether you will deliver it, and when.", "{company} le envía un enlace a la orden de compra \"{job}\". Ahí puede decir si la entregará y cuándo.";
        GuestLinkScheduled: "It is scheduled for {dates}.", "Está programado para estas fechas: {dates}.";
        GuestLinkSubject: "{company}: your link to {job}", "{company}: su enlace a {job}";
        GuestLinkOpen: "Open the job", "Abrir el trabajo";
        GuestLinkMoved: "{company} moved the job \"{job}\". It is now scheduled for {dates}. Open the link and answer whether that suits you.", "{company} cambió las fechas del trabajo \"{job}\". Las nuevas fechas: {dates}. Abra el enlace y responda si le convienen.";
        GuestLinkMovedBack: "{company} moved the job \"{job}\" back to {dates}. Your answer for these days still counts.", "{company} regresó el trabajo \"{job}\" a estas fechas: {dates}. Su respuesta para esos días sigue valiendo.";
        GuestLinkUnscheduled: "{company} removed the job \"{job}\" from the calendar. It has no dates for now.", "{company} quitó el trabajo \"{job}\" del calendario. Por ahora no tiene fechas.";
        GuestLinkMovedSubject: "{company}: new dates for {job}", "{company}: fechas nuevas para {job}";
        GuestLinkPersonal: "The link is meant for you alone: everyone who has it sees what you see.", "El enlace es solo para usted: quien lo tenga ve lo mismo que usted.";
        GuestLinkSent: "The link was sent to {email}.", "El enlace se envió a {email}.";

        // Invitations
        Invitation: "{name} invites you to join {company} on Ridgeline.", "{name} le invita a unirse a {company} en Ridgeline.";
        InvitationSubject: "{company} invites you to Ridgeline", "{company} le invita a Ridgeline";
        InvitationOpen: "Accept the invitation", "Aceptar la invitación";
        InvitationLasts: "The invitation works once, within {days} days. If you did not expect it, ignore this email.", "La invitación sirve una sola vez, durante {days} días. Si no la esperaba, ignore este correo.";

        // Notifications by mail
        NewsOfJob: "{count} updates about {job}", "{count} novedades de {job}";
        NewsOfCompany: "{count} updates from {company}", "{count} novedades de {company}";
        News: "{count} updates on Ridgeline", "{count} novedades en Ridgeline";
        DigestOne: "Ridgeline today: one update that you have not seen", "Ridgeline hoy: una novedad que no ha visto";
        Digest: "Ridgeline today: {count} updates that you have not seen", "Ridgeline hoy: {count} novedades que no ha visto";
        OpenInApp: "Open in Ridgeline", "Abrir en Ridgeline";
        ChosenMail: "You get this email because you chose to be notified of this by email.", "Recibe este correo porque eligió que se le avise de esto por correo.";
        ChosenDigest: "You get this email once a day because you chose to.", "Recibe este correo una vez al día porque así lo eligió.";
        ChooseMails: "Choose what you get by email", "Elegir qué recibe por correo";
        StopMails: "Stop emails of this kind?", "¿No quiere más correos de este tipo?";
        StopMailsOf: "Ridgeline will no longer email you about: {kinds}. You still see it in the app.", "Ridgeline ya no le enviará correos sobre: {kinds}. Lo seguirá viendo en la aplicación.";
        StopMailsButton: "Stop these emails", "Dejar de recibirlos";
        MailsStopped: "Done. You will get no more emails of this kind.", "Listo. Ya no recibirá correos de este tipo.";
        // Accounts
        ConfirmEmailWelcome: "Welcome to Ridgeline. Please confirm that {email} is your address.", "Le damos la bienvenida a Ridgeline. Confirme que {email} es su correo.";
        ConfirmEmailSubject: "Confirm your email address", "Confirme su correo electrónico";
        ConfirmEmailOpen: "Confirm my address", "Confirmar mi correo";
        ConfirmEmailLasts: "The link works for {hours} hours. If you did not sign up, ignore this email.", "El enlace sirve durante {hours} horas. Si usted no se registró, ignore este correo.";
        ResetPassword: "Someone asked for a new password for your Ridgeline account.", "Alguien pidió una contraseña nueva para su cuenta de Ridgeline.";
        ResetPasswordSubject: "A new password for Ridgeline", "Una contraseña nueva para Ridgeline";
        ResetPasswordOpen: "Choose a new password", "Elegir una contraseña nueva";
        ResetPasswordLasts: "The link works once, within {minutes} minutes. If it was not you, ignore this email: your password stays as it is.", "El enlace sirve una sola vez, durante {minutes} minutos. Si no fue usted, ignore este correo: su contraseña no cambia.";
        PasswordChanged: "The password of your Ridgeline account was changed, and all other sessions were signed out.", "La contraseña de su cuenta de Ridgeline cambió y se cerraron las demás sesiones.";
        PasswordChangedSubject: "Your Ridgeline password was changed", "Su contraseña de Ridgeline cambió";
        SecondFactorOn: "Two-step sign-in is now on for your Ridgeline account.", "El inicio de sesión en dos pasos quedó activado en su cuenta de Ridgeline.";
        SecondFactorOnSubject: "Two-step sign-in is on", "Inicio de sesión en dos pasos activado";
        SecondFactorOff: "Two-step sign-in is now off for your Ridgeline account.", "El inicio de sesión en dos pasos quedó desactivado en su cuenta de Ridgeline.";
        SecondFactorOffSubject: "Two-step sign-in is off", "Inicio de sesión en dos pasos desactivado";
        SecondFactorOffByOperator: "The person who runs your Ridgeline server turned off two-step sign-in for your account, because they were told that your phone and your recovery codes are lost. You are signed out everywhere: sign in with your password and set it up again.", "Quien administra su servidor de Ridgeline desactivó el inicio de sesión en dos pasos de su cuenta, porque se le dijo que su teléfono y sus códigos de recuperación se perdieron. Se cerraron todas sus sesiones: inicie sesión con su contraseña y actívelo de nuevo.";
        NotYouToOperator: "If you did not ask for this, change your password and tell them at once.", "Si usted no lo pidió, cambie su contraseña y avísele enseguida.";
        RecoveryCodeUsed: "Someone signed in to your Ridgeline account with a recovery code. Codes left: {left}.", "Alguien entró en su cuenta de Ridgeline con un código de recuperación. Códigos restantes: {left}.";
        RecoveryCodeUsedSubject: "A recovery code was used", "Se usó un código de recuperación";
        ProviderLinked: "You can now sign in to your Ridgeline account with {provider}.", "Ahora puede iniciar sesión en su cuenta de Ridgeline con {provider}.";
        ProviderUnlinked: "{provider} no longer signs you in to your Ridgeline account.", "Ya no puede iniciar sesión en su cuenta de Ridgeline con {provider}.";
        ProviderSubject: "Your sign-in methods on Ridgeline changed", "Cambiaron sus formas de iniciar sesión en Ridgeline";
        NotYourLink: "If it was not you, check your sign-in methods and your open sessions at once:", "Si no fue usted, revise enseguida sus formas de iniciar sesión y sus sesiones abiertas:";
        SettingsOpen: "Open your settings", "Abrir su configuración";
        NotYou: "If it was not you, choose a new password at once:", "Si no fue usted, elija enseguida una contraseña nueva:";

        // A webhook that was disabled, to the company's admins
        WebhookTurnedOff: "Ridgeline no longer sends changes of {company} to {host}: the webhook did not take them, or asked to be turned off.", "Ridgeline ya no envía los cambios de {company} a {host}: el webhook no los recibía, o pidió que se desactivara.";
        WebhookDisabledFeed: "What it missed is in the changes feed for 30 days. Activate the webhook again once its receiver works.", "Lo que no recibió está en el historial de cambios durante 30 días. Active de nuevo el webhook cuando su receptor funcione.";
        WebhookDisabledSubject: "A webhook of {company} was turned off", "Se desactivó un webhook de {company}";

        // A deleted company, to its former admins
        CompanyDeleted: "{who} deleted {company} on Ridgeline. Its jobs, customers, orders, files and everything else were permanently deleted.", "{who} eliminó {company} en Ridgeline. Sus trabajos, clientes, órdenes, archivos y todo lo demás se borró para siempre.";
        CompanyDeletedAccounts: "Your own account is still there: sign in to set up another company, or to join one that invites you.", "Su propia cuenta sigue ahí: inicie sesión para crear otra empresa, o para unirse a una que le invite.";
        CompanyDeletedSubject: "{company} was deleted", "{company} fue eliminada";

        // Leads of the landing page, to the operator of this server
        Lead: "{name}, {email} ({kind}) would like to find out more about Ridgeline.", "{name}, {email} ({kind}) quiere saber más de Ridgeline.";
        LeadSubject: "Ridgeline: {name} would like to find out more", "Ridgeline: {name} quiere saber más";

        // Delivery problems
        TroubleUnreachable: "The email server cannot be reached. We keep trying.", "No se puede conectar con el servidor de correo. Seguimos intentando.";
        TroubleLoggedOut: "The email server refuses Ridgeline's sign-in. We keep trying; tell the person who runs your Ridgeline server.", "El servidor de correo rechaza el inicio de sesión de Ridgeline. Seguimos intentando; avise a quien administra su servidor de Ridgeline.";
        TroubleLater: "The email server asks us to try again later. We will.", "El servidor de correo pide intentar más tarde. Lo haremos.";
        TroubleRefused: "The email server refused this email. Check the address and send it again.", "El servidor de correo rechazó este correo. Revise la dirección y envíelo de nuevo.";
        TroubleGivenUp: "We tried for a day and the email could not be sent. Send it again.", "Lo intentamos durante un día y el correo no se pudo enviar. Envíelo de nuevo.";
        TroubleDelayed: "The email could not be prepared yet. We keep trying.", "Todavía no se pudo preparar el correo. Seguimos intentando.";
        TroubleBroken: "The email could not be prepared. Send it again.", "No se pudo preparar el correo. Envíelo de nuevo.";
    }
}
