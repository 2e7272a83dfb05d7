//! Every message of a rule or of the server, in English and in Spanish.
//!
//! The English is the specification's where it defines one. [`Text::say`] fills placeholders such as `{max}`.

use ts_rs::TS;

use crate::types::language::Language;

/// A parameter of a message: the placeholder's name and its value.
pub type Param = (&'static str, String);

/// Fills the placeholders of a message.
///
/// In one pass: placeholders in a value, such as a company's name, are not filled.
#[must_use]
pub fn fill<Name: AsRef<str>>(template: &str, params: &[(Name, String)]) -> String {
    let mut text = String::new();
    let mut rest = template;
    while let Some((before, after)) = rest.split_once('{') {
        text += before;
        let placeholder = after.split_once('}').and_then(|(name, after)| {
            let (_, value) = params.iter().find(|(param, _)| param.as_ref() == name)?;
            Some((value, after))
        });
        if let Some((value, after)) = placeholder {
            text += value;
            rest = after;
        } else {
            text.push('{');
            rest = after;
        }
    }
    text + rest
}

macro_rules! sentences {
    ($(#[$meta:meta])* $name:ident { $($key:ident: $english:literal, $spanish:literal;)+ }) => {
        $(#[$meta])*
        #[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
        pub enum $name {$(
            #[doc = concat!("\"", $english, "\"")]
            $key,
        )+}

        // One text for all names, and one for all sentences: tables of them would consist of pointers, which
        // hardly compress for the browser.
        static NAMES: &str = concat!($(stringify!($key), " "),+);
        static SENTENCES: &str = concat!($($english, "\u{1f}", $spanish, "\u{1f}"),+);

        impl $name {
            /// Every text.
            pub const ALL: &[Self] = &[$(Self::$key),+];

            /// The text with its placeholders unfilled.
            #[must_use]
            pub fn template(self, language: Language) -> &'static str {
                let at = 2 * self as usize + language as usize;
                SENTENCES.split('\u{1f}').nth(at).unwrap_or_default()
            }

            /// The text with its placeholders filled.
            #[must_use]
            pub fn say<Name: AsRef<str>>(self, language: Language, params: &[(Name, String)]) -> String {
                fill(self.template(language), params)
            }

            /// The stable key that the web app uses.
            #[must_use]
            pub fn key(self) -> String {
                let (head, tail) = self.name().split_at(1);
                head.to_ascii_lowercase() + tail
            }

            /// The name that a rule's attribute uses.
            #[must_use]
            pub fn name(self) -> &'static str {
                NAMES.split(' ').nth(self as usize).unwrap_or_default()
            }

            /// The text of this name.
            #[must_use]
            pub fn from_name(name: &str) -> Option<Self> {
                NAMES.split(' ').position(|other| other == name).and_then(|at| Self::ALL.get(at).copied())
            }

            /// The text with this key.
            #[must_use]
            pub fn from_key(key: &str) -> Option<Self> {
                let mut name = key.to_owned();
                name.get_mut(..1)?.make_ascii_uppercase();
                Self::from_name(&name)
            }
        }
    };
}

pub(crate) use sentences;

sentences! {
    /// A message of a rule or of the server.
    #[derive(TS)]
    #[ts(export, export_to = "index.ts", rename_all = "camelCase")]
    Text {
        // Fields
        Required: "This field is required.", "Este campo es obligatorio.";
        ChoiceRequired: "Choose one of the options.", "Elija una de las opciones.";
        Choice: "This is not one of the options offered.", "Esta no es una de las opciones disponibles.";
        TooLong: "Must be at most {max} characters.", "Debe tener como máximo {max} caracteres.";
        TooShort: "Must be at least {min} characters.", "Debe tener al menos {min} caracteres.";
        TooSmall: "Must be at least {min}.", "Debe ser al menos {min}.";
        TooLarge: "Must be at most {max}.", "Debe ser como máximo {max}.";
        TooManyDecimals: "Use at most {max} decimals.", "Use como máximo {max} decimales.";
        WholeNumber: "Must be a whole number.", "Debe ser un número entero.";
        BadCharacter: "This text contains a character that cannot be stored. Delete it and type it again.", "Este texto contiene un carácter que no se puede guardar. Bórrelo y escríbalo de nuevo.";
        WrongKind: "This value is of the wrong kind.", "Este valor no es del tipo correcto.";
        DateFormat: "Must be a real date, such as 2024-05-31.", "Debe ser una fecha real, como 2024-05-31.";
        InstantFormat: "Must be a real date and time, such as 2024-05-31T15:30:00Z.", "Debe ser una fecha y hora reales, como 2024-05-31T15:30:00Z.";
        ColorFormat: "Must be a color such as #1A3F69.", "Debe ser un color como #1A3F69.";
        Email: "Must be a valid email address, such as ana@example.com.", "Debe ser un correo electrónico válido, como ana@example.com.";
        PhoneFormat: "Incorrect phone number formatting. Try something like \"555-555-5555\"", "Formato de teléfono incorrecto. Pruebe algo como \"555-555-5555\"";
        AppointmentTooShort: "An appointment takes at least {min} minutes.", "Una cita dura al menos {min} minutos.";
        AppointmentTooLong: "An appointment takes at most a year.", "Una cita dura un año como máximo.";
        StartAfterEnd: "Start date must come before end date.", "La fecha de inicio debe ser anterior a la de fin.";
        DayPast: "Choose today or a later day.", "Elija hoy o un día posterior.";
        PeriodTooLong: "Choose at most three years.", "Elija tres años como máximo.";
        MustProvideTitle: "Must provide a title", "Debe escribir un título";
        MustProvideCity: "Must provide a city", "Debe escribir una ciudad";
        MustProvideState: "Must provide a state", "Debe escribir un estado";
        DescriptionTooLong: "Maximum description length is {max} characters.", "La descripción puede tener como máximo {max} caracteres.";
        CustomerIncomplete: "Must include a first name, last name, and valid phone number", "Incluya nombre, apellido y un teléfono válido";
        ChooseContact: "You must choose at least one contact to send this purchase order to.", "Debe elegir al menos un contacto para enviarle esta orden de compra.";
        ChooseSubcontractor: "You must choose a subcontractor from the list to assign them this job.", "Debe elegir un subcontratista de la lista para asignarle este trabajo.";
        ChooseImage: "please choose an image.", "elija una imagen.";
        ChooseFile: "You must choose a file first.", "Primero debe elegir un archivo.";
        FileTooLarge: "File size too large. Max file size {max}MB.", "El archivo es demasiado grande. El tamaño máximo es {max}MB.";
        UploadUnfinished: "This file has not arrived completely. Continue its upload, then try again.", "Este archivo no ha llegado completo. Continúe su carga e intente de nuevo.";
        UploadMoved: "This part does not follow what has arrived of the file. Ask how much has arrived, and continue there.", "Esta parte no sigue a lo que ha llegado del archivo. Consulte cuánto ha llegado y continúe desde ahí.";
        UploadVersion: "This server speaks version 1.0.0 of the upload protocol tus.", "Este servidor usa la versión 1.0.0 del protocolo de carga tus.";
        ImageKind: "This is not an image that can be shown here. Choose a JPEG, PNG, GIF or WebP.", "Esta no es una imagen que se pueda mostrar aquí. Elija un JPEG, PNG, GIF o WebP.";
        ImageHeic: "This is a HEIC photo, which most browsers cannot show. Choose a JPEG; on the iPhone, Settings > Camera > Formats > Most Compatible makes the camera take JPEGs.", "Esta es una foto HEIC, que la mayoría de los navegadores no puede mostrar. Elija un JPEG; en el iPhone, Configuración > Cámara > Formatos > Más compatible hace que la cámara tome fotos JPEG.";
        ImageBroken: "This image is empty or damaged. Open it on your device to check it, or choose another one.", "Esta imagen está vacía o dañada. Ábrala en su dispositivo para revisarla, o elija otra.";
        ImageTooManyPixels: "This image has more than {max} million pixels. Make it smaller and upload it again.", "Esta imagen tiene más de {max} millones de píxeles. Redúzcala y súbala de nuevo.";
        ImageTooComplex: "This image is too large to be processed. Save it as an ordinary JPEG photo and upload that.", "Esta imagen es demasiado grande para procesarla. Guárdela como una foto JPEG normal y suba esa.";
        FileName: "File names cannot contain slashes, line breaks or other control characters.", "Los nombres de archivo no pueden contener barras, saltos de línea ni otros caracteres de control.";
        SlugFormat: "Use lowercase letters, digits and single hyphens between them.", "Use letras minúsculas, dígitos y guiones sencillos entre ellos.";
        SlugTaken: "Another company has this address. Choose another one.", "Otra empresa tiene esta dirección. Elija otra.";
        FileKind: "This kind of file cannot be uploaded here.", "Este tipo de archivo no se puede subir aquí.";
        MessageEmpty: "Write a message or add an image.", "Escriba un mensaje o agregue una imagen.";
        InvitationMismatch: "You must sign up using the same email with which you received the invitation.", "Debe registrarse con el mismo correo en el que recibió la invitación.";
        NotYourOwn: "Choose one that belongs to your company.", "Elija uno que pertenezca a su empresa.";
        NotYourself: "You can only write in your own name.", "Solo puede escribir en su propio nombre.";
        ProductTwice: "A product can be on an order only once. Put the whole quantity in one row.", "Un producto va una sola vez en la orden. Ponga toda la cantidad en una sola partida.";
        TagStranger: "You can only tag people of this chat.", "Solo puede etiquetar a personas de este chat.";
        OwnCompany: "You cannot connect to your own company.", "No puede conectarse con su propia empresa.";
        TooManyChosen: "Choose at most {max}.", "Elija como máximo {max}.";
        TooManyDays: "Choose at most {max} days.", "Elija como máximo {max} días.";
        OneOfTwo: "Give one of the two, not both.", "Indique uno de los dos, no ambos.";
        MoveByNothing: "Enter by how many working days to move, at least one.", "Indique cuántos días laborables mover, al menos uno.";
        NotScheduled: "A job without days cannot be moved or repeated. Schedule it first.", "Un trabajo sin fechas no se puede mover ni repetir. Prográmelo primero.";
        RepeatTooLong: "Choose an earlier day: at most {max} times within five years.", "Elija un día anterior: como máximo {max} veces en cinco años.";
        RepeatsOnce: "Choose a later day: there is no second time by then.", "Elija un día posterior: hasta entonces no hay una segunda vez.";
        FollowsItself: "This job would have to wait for itself.", "Este trabajo tendría que esperarse a sí mismo.";
        TimeFormat: "Must be a time such as 08:30.", "Debe ser una hora como 08:30.";
        DayEndsFirst: "The working day must start before it ends.", "La jornada debe empezar antes de terminar.";
        AlreadyPast: "Choose a time that is still ahead.", "Elija un momento que aún no haya pasado.";

        // Permissions
        OnlyAdmins: "Only admin accounts can perform this action", "Solo los administradores pueden hacer esto";
        OnlyAdminsCustomers: "Only admin accounts can create new customers", "Solo los administradores pueden crear clientes";
        OnlyAdminContractors: "Only admin contractors can update this value.", "Solo los administradores de un contratista pueden cambiar este valor.";
        OnlyAdminsCreateJobs: "Only admin accounts may create jobs", "Solo los administradores pueden crear trabajos";
        OnlyAdminsSchedule: "Only admin accounts are able to update schedules...", "Solo los administradores pueden cambiar el calendario...";
        OnlyContractorsColor: "Only contractor accounts are able to change job colors.", "Solo los contratistas pueden cambiar el color de los trabajos.";
        MustBeAdminUser: "Must be an admin user to perform this action.", "Debe ser administrador para hacer esto.";
        MustBeAdmin: "You must be an admin to perform this action", "Usted debe ser administrador para hacer esto";
        Unauthorized: "Unauthorized", "No autorizado";
        KeyScope: "This API key is not allowed to make this call.", "Esta clave de API no permite esta llamada.";
        NotYours: "Only the person who wrote this may delete it.", "Solo quien lo escribió puede eliminarlo.";

        // States
        JobComplete: "You can not reschedule jobs which are marked as complete.", "No puede reprogramar trabajos marcados como completados.";
        AppointmentComplete: "You may not reschedule events which are marked as complete.", "No puede reprogramar citas marcadas como completadas.";
        AlreadyConnected: "There is already a connection with this company.", "Ya existe una conexión con esta empresa.";
        RoomClosed: "You are no longer connected with this company. Connect again to write here.", "Ya no está conectado con esta empresa. Conéctese de nuevo para escribir aquí.";
        JobRoomClosed: "This chat takes no more messages, because the job is over or the subcontractor no longer has it.", "Este chat ya no acepta mensajes, porque el trabajo terminó o el subcontratista ya no lo tiene.";
        JobRoomNotYet: "A job has a chat once its subcontractor has accepted it.", "Un trabajo tiene chat cuando su subcontratista lo ha aceptado.";
        EmailTaken: "A user with this email already exists.", "Ya existe un usuario con este correo.";
        LoginTaken: "There is already an account with those login credentials.", "Ya existe una cuenta con esos datos de acceso.";
        AccountComplete: "This account is already set up.", "Esta cuenta ya está configurada.";
        OnboardingOpen: "Finish setting up your account first.", "Primero termine de configurar su cuenta.";
        RemoveSelf: "You cannot remove yourself.", "No puede eliminarse a sí mismo.";
        LastAdmin: "A company needs at least one admin. Make someone else an admin first.", "Una empresa necesita al menos un administrador. Nombre primero a otra persona.";
        LastAdminLeaves: "You are the last admin of your company. Invite another admin first, or delete the company.", "Usted es el último administrador de su empresa. Primero invite a otro administrador, o elimine la empresa.";
        CompanyNameDiffers: "Type the name of your company exactly as it is.", "Escriba el nombre de su empresa tal como es.";
        DeletionWord: "Type the word DELETE to continue.", "Escriba la palabra ELIMINAR para continuar.";
        JobAccepted: "This job was already accepted.", "Este trabajo ya fue aceptado.";
        AcceptFirst: "Accept this job before you assign it to an employee.", "Acepte este trabajo antes de asignarlo a un empleado.";
        SubcontractorChooses: "A subcontractor does this job and chooses who works on it. Assign the job again to change that.", "Un subcontratista hace este trabajo y elige quién trabaja en él. Asigne el trabajo de nuevo para cambiarlo.";
        LaneBusyOne: "{who} already has 1 job on these days.", "{who} ya tiene 1 trabajo en estos días.";
        LaneBusy: "{who} already has {count} jobs on these days.", "{who} ya tiene {count} trabajos en estos días.";
        TooManyPushDevices: "Your notifications already go to as many devices as possible. Remove one of them first.", "Sus avisos ya llegan a tantos dispositivos como es posible. Primero quite uno de ellos.";
        TooManyApiKeys: "Your company has as many API keys as possible. Delete one of them first.", "Su empresa ya tiene tantas claves de API como es posible. Primero elimine una de ellas.";
        TooManyViews: "There are as many views as possible. Delete one of them first.", "Ya hay tantas vistas como es posible. Primero elimine una de ellas.";
        TooManyTemplates: "Your company has as many templates as possible. Delete one of them first.", "Su empresa ya tiene tantas plantillas como es posible. Primero elimine una de ellas.";
        TemplateTooLarge: "This job has too many tags, measurements and rows of orders, or too long ones. A template holds at most {max}.", "Este trabajo tiene demasiadas etiquetas, medidas y partidas, o son demasiado largas. Una plantilla contiene como máximo {max}.";
        ApiKeyExpired: "This API key has expired. Create a new one.", "Esta clave de API venció. Cree una nueva.";
        TooManyWebhooks: "Your company has as many webhooks as possible. Delete one of them first.", "Su empresa ya tiene tantos webhooks como es posible. Primero elimine uno de ellos.";
        WebhookInactive: "This webhook is not active. Activate it first.", "Este webhook no está activo. Primero actívelo.";
        WebhookUrl: "Enter a public address that begins with https:// and contains no password.", "Escriba una dirección pública que empiece con https:// y no contenga contraseña.";
        ChangesTooOld: "This is older than what is kept. Read from the oldest change again.", "Esto es anterior a lo que se guarda. Lea de nuevo desde el cambio más antiguo.";
        NoSubcontractor: "Assign this job to a connected subcontractor first.", "Primero asigne este trabajo a un subcontratista conectado.";
        JobUnscheduled: "This job has no dates yet. It can be downloaded once it is scheduled.", "Este trabajo aún no tiene fechas. Se puede descargar cuando esté programado.";
        JobChanged: "This job has changed since you saw it. Look at it as it is now, and decide again.", "Este trabajo cambió desde que lo vio. Mire cómo está ahora y decida de nuevo.";
        MovesChanged: "These jobs have changed since you saw the moves. Look at the moves as they are now, and decide again.", "Estos trabajos cambiaron desde que vio los movimientos. Mírelos como están ahora y decida de nuevo.";
        NothingToOffer: "This job is complete, or a company has already accepted it.", "Este trabajo está completado, o una empresa ya lo aceptó.";
        TooManyDaysOff: "There are too many days off. Delete old ones first.", "Hay demasiados días libres. Elimine primero los antiguos.";
        OfferIsOpen: "There is an open offer for this job. Withdraw it first.", "Hay una oferta abierta para este trabajo. Retírela primero.";
        OfferIsOver: "This offer is over.", "Esta oferta ya terminó.";
        ChooseOneCustomer: "Choose a customer or enter a new one, not both.", "Elija un cliente o escriba uno nuevo, no ambos.";
        ChooseOneChange: "Choose exactly one change.", "Elija un solo cambio.";
        TooManyJobs: "Choose at most {max} jobs at once.", "Elija como máximo {max} trabajos a la vez.";
        AcceptBeforeLinks: "Accept this job before you send links to it.", "Acepte este trabajo antes de enviar enlaces.";
        AlreadyComplete: "This job is already complete.", "Este trabajo ya está completado.";
        GuestLinkEnded: "This link has ended. Make a new one.", "Este enlace terminó. Cree uno nuevo.";
        TooManyGuestLinks: "Too many links were made for this. Use one of them.", "Se crearon demasiados enlaces para esto. Use uno de ellos.";
        ExpiryRange: "Choose a day from today on, at most {max} days ahead.", "Elija un día a partir de hoy, como máximo {max} días después.";
        TooManySignatures: "This work order was signed too many times with this link.", "Esta orden de trabajo se firmó demasiadas veces con este enlace.";
        UndoTooLate: "This change can no longer be undone.", "Este cambio ya no se puede deshacer.";
        AppointmentChanged: "This appointment has moved since you saw it. Look at it as it is now, and decide again.", "Esta cita se movió desde que la vio. Mire cómo está ahora y decida de nuevo.";
        ItemsChanged: "The items of this work order have changed since you saw them. Look at them as they are now before you sign.", "Las partidas de esta orden de trabajo cambiaron desde que las vio. Mírelas como están ahora antes de firmar.";
        HandedInOtherwise: "Something else was already sent with the same key. Send this again with a new one.", "Ya se envió otra cosa con la misma clave. Envíe esto de nuevo con otra.";
        OrderChanged: "Someone else has changed this order since you opened it. Look at it as it is now, and save again.", "Otra persona cambió esta orden desde que la abrió. Mírela como está ahora y guarde de nuevo.";
        OrderStatus: "The status of this order does not allow this.", "La situación de esta orden no lo permite.";
        AmendOrder: "This order was already sent. Amend it instead, so that its recipients learn of the change.", "Esta orden ya se envió. Modifíquela, para que sus destinatarios se enteren del cambio.";
        TooManyPhotos: "An order can have at most {max} photos.", "Una orden puede tener como máximo {max} fotos.";
        Conflict: "Someone changed this in the meantime. Reload the page and try again.", "Alguien cambió esto mientras tanto. Vuelva a cargar la página e intente de nuevo.";

        NoTranslator: "Translation is not set up on this server.", "La traducción no está configurada en este servidor.";
        TranslatorSilent: "The translation service does not answer. Please try again in a moment.", "El servicio de traducción no responde. Intente de nuevo en un momento.";

        // Calendars outside the app
        Appointment: "Appointment", "Cita";
        AppointmentWith: "Appointment with {who}", "Cita con {who}";

        // The server
        Unauthenticated: "Your session has ended. Sign in again.", "Su sesión terminó. Inicie sesión de nuevo.";
        NotFound: "We could not find that. It may have been deleted. Go back and try again.", "No encontramos eso. Es posible que se haya eliminado. Regrese e intente de nuevo.";
        Malformed: "We could not read this request. Reload the page and try again.", "No pudimos leer esta solicitud. Vuelva a cargar la página e intente de nuevo.";
        Validation: "Some of the fields need another look.", "Revise algunos de los campos.";
        Internal: "Something went wrong on our side. Please try again in a moment.", "Algo falló de nuestro lado. Intente de nuevo en un momento.";
        NoRoom: "This could not be saved: the server has no space for it at the moment. Nothing was changed. Please try again in a few minutes.", "Esto no se pudo guardar: el servidor no tiene espacio en este momento. No se cambió nada. Intente de nuevo en unos minutos.";
        OutOfReach: "The server cannot reach its data at the moment. Nothing was changed. Please try again in a minute.", "El servidor no puede acceder a sus datos en este momento. No se cambió nada. Intente de nuevo en un minuto.";
        PerhapsSaved: "We cannot tell whether this was saved. Reload the page and check before you try again.", "No sabemos si esto se guardó. Vuelva a cargar la página y verifique antes de intentar de nuevo.";
        FilesOutOfReach: "Files and pictures cannot be reached at the moment. Nothing was changed. Please try again in a few minutes.", "En este momento no se puede acceder a los archivos ni a las imágenes. No se cambió nada. Intente de nuevo en unos minutos.";
        Busy: "The server is busy. Please try again in a moment.", "El servidor está ocupado. Intente de nuevo en un momento.";
        MethodNotAllowed: "This address does not take that kind of request.", "Esta dirección no acepta ese tipo de solicitud.";
        BodyTooLarge: "This is too large to send. The limit is {max}MB.", "Esto es demasiado grande para enviarlo. El límite es {max}MB.";
        UnsupportedMedia: "This kind of content cannot be read here.", "Este tipo de contenido no se puede leer aquí.";
        WrongSignIn: "That email and password do not match.", "Ese correo y esa contraseña no coinciden.";
        TooManySignIns: "Duplicate: too many attempts. Wait 15 minutes and try again.", "Duplicate: demasiados intentos. Espere 15 minutos e intente de nuevo.";
        DuplicateCallLimit: "Duplicate: you have asked for this too many times. Wait a minute and try again.", "Duplicate: lo ha pedido demasiadas veces. Espere un minuto e intente de nuevo.";
        TooManyLeads: "Duplicate: we have already heard from you many times. Please try again in an hour.", "Duplicate: ya recibimos muchos mensajes suyos. Intente de nuevo en una hora.";
        TooManyWrongLinks: "Duplicate: too many links that do not exist were opened from your network. Try again in an hour.", "Duplicate: desde su red se abrieron demasiados enlaces que no existen. Intente de nuevo en una hora.";
        TooMuchFromNetwork: "Duplicate: too many requests came from your network in a short time. Wait five minutes and try again.", "Duplicate: llegaron demasiadas solicitudes desde su red en poco tiempo. Espere cinco minutos e intente de nuevo.";
        TooManyMailsSent: "Duplicate: your company has already emailed many people. Try again in an hour.", "Duplicate: su empresa ya envió correos a muchas personas. Intente de nuevo en una hora.";
        TooManyNewAddresses: "Duplicate: your company may email {max} new addresses in 24 hours, and this would be more. Nothing was sent. Send to fewer new addresses, or try again tomorrow. The limit rises while your emails arrive.", "Duplicate: su empresa puede enviar correos a {max} direcciones nuevas en 24 horas, y con este envío serían más. No se envió nada. Envíe a menos direcciones nuevas o intente de nuevo mañana. El límite sube mientras sus correos lleguen.";
        TooManyUploads: "Duplicate: you have already uploaded many files. Try again in a while.", "Duplicate: ya subió muchos archivos. Intente de nuevo dentro de un rato.";
        TooManyMessages: "You've sent too many messages, wait a minute and try again", "Ha enviado demasiados mensajes, espere un minuto e intente de nuevo";
        CommonPassword: "This password is too easy to guess. Use three words that do not belong together.", "Esta contraseña es muy fácil de adivinar. Use tres palabras que no tengan relación.";
        WrongPassword: "That is not your password.", "Esa no es su contraseña.";
        WrongCode: "That code is not correct. Use the latest one from your app, or a recovery code.", "Ese código no es correcto. Use el más reciente de su aplicación, o un código de recuperación.";
        SignInAgain: "This sign-in took too long. Please sign in again.", "Este inicio de sesión tardó demasiado. Inicie sesión de nuevo.";
        LinkDead: "This link has expired or was already used. Ask for a new one.", "Este enlace venció o ya se usó. Pida uno nuevo.";
        ConfirmEmail: "Confirm your email address first: open the link in the email that we sent you.", "Primero confirme su correo electrónico: abra el enlace del mensaje que le enviamos.";
        EmailConfirmed: "This email address is already confirmed.", "Este correo electrónico ya está confirmado.";
        SignInFirst: "For your safety, sign in again first. Then you have ten minutes to change how you sign in.", "Por su seguridad, primero inicie sesión de nuevo. Después tiene diez minutos para cambiar cómo inicia sesión.";
        LastSignInMethod: "This is your last way to sign in. Add another one first.", "Es su última forma de iniciar sesión. Primero agregue otra.";
        ProviderNoAnswer: "This service does not answer right now. Nothing was changed. Try again in a moment.", "Este servicio no responde en este momento. No se cambió nada. Intente de nuevo más tarde.";
        SecondFactorIsOn: "Two-step sign-in is already on.", "El inicio de sesión en dos pasos ya está activado.";
        SecondFactorIsOff: "Two-step sign-in is not on. Set it up first.", "El inicio de sesión en dos pasos no está activado. Configúrelo primero.";
        TooManyMails: "Duplicate: we have already sent you several emails. Check your spam folder, or try again in an hour.", "Duplicate: ya le enviamos varios correos. Revise su carpeta de spam o intente de nuevo en una hora.";
        InvitationGone: "There was an issue loading this invite...out of date or already used...", "Hubo un problema al cargar esta invitación... venció o ya se usó...";

        // An import: the file
        ImportNoFile: "Choose a CSV file to import.", "Elija un archivo CSV para importar.";
        ImportEmpty: "This file is empty. Choose a CSV file with headings and one row for each entry.", "Este archivo está vacío. Elija un archivo CSV con encabezados y una fila por cada entrada.";
        ImportTooLarge: "This file has {size} MB and {max} MB is the most that can be imported at once. Split it into smaller files.", "Este archivo tiene {size} MB y se pueden importar como máximo {max} MB a la vez. Divídalo en archivos más pequeños.";
        ImportBinary: "This is not a text file. In your spreadsheet, save it as \"CSV UTF-8\" and import that file.", "Este no es un archivo de texto. En su hoja de cálculo, guárdelo como \"CSV UTF-8\" e importe ese archivo.";
        ImportUtf16: "This file is written in UTF-16. In your spreadsheet, save it as \"CSV UTF-8\" and import that file.", "Este archivo está escrito en UTF-16. En su hoja de cálculo, guárdelo como \"CSV UTF-8\" e importe ese archivo.";
        ImportNotUtf8: "Line {line} is not UTF-8; the file looks like Latin-1 or Windows-1252. In your spreadsheet, save it as \"CSV UTF-8\" and import that file.", "La línea {line} no es UTF-8; el archivo parece estar en Latin-1 o Windows-1252. En su hoja de cálculo, guárdelo como \"CSV UTF-8\" e importe ese archivo.";
        ImportQuote: "A quotation mark that opens on line {line} is never closed. Close it or delete it, and import the file again.", "Una comilla que se abre en la línea {line} nunca se cierra. Ciérrela o bórrela e importe el archivo de nuevo.";
        ImportNoRows: "This file has headings but no rows below them.", "Este archivo tiene encabezados pero ninguna fila debajo.";
        ImportTooManyRows: "This file has {rows} rows and {max} is the most that can be imported at once. Split it into smaller files.", "Este archivo tiene {rows} filas y se pueden importar como máximo {max} a la vez. Divídalo en archivos más pequeños.";
        ImportTooManyColumns: "This file has {columns} columns and {max} is the most that can be read.", "Este archivo tiene {columns} columnas y se pueden leer como máximo {max}.";
        ImportBlankHeading: "Column {column} has no heading. The first row must name every column.", "La columna {column} no tiene encabezado. La primera fila debe nombrar todas las columnas.";
        ImportSameHeading: "The heading \"{heading}\" appears more than once. Give each column a name of its own.", "El encabezado \"{heading}\" aparece más de una vez. Dé a cada columna un nombre propio.";
        ImportNoTitle: "No column gives the title. Add a heading such as \"title\" or choose the column by hand.", "Ninguna columna indica el título. Agregue un encabezado como \"título\" o elija la columna a mano.";
        ImportNoCity: "No column gives the city. Add a heading such as \"city\" or choose the column by hand.", "Ninguna columna indica la ciudad. Agregue un encabezado como \"ciudad\" o elija la columna a mano.";
        ImportNoState: "No column gives the state. Add a heading such as \"state\" or choose the column by hand.", "Ninguna columna indica el estado. Agregue un encabezado como \"estado\" o elija la columna a mano.";
        ImportNoFirstName: "No column gives the first name. Add a heading such as \"first name\" or choose the column by hand.", "Ninguna columna indica el nombre. Agregue un encabezado como \"nombre\" o elija la columna a mano.";
        ImportNoLastName: "No column gives the last name. Add a heading such as \"last name\" or choose the column by hand.", "Ninguna columna indica el apellido. Agregue un encabezado como \"apellido\" o elija la columna a mano.";
        ImportNoPhone: "No column gives the phone number. Add a heading such as \"phone\" or choose the column by hand.", "Ninguna columna indica el teléfono. Agregue un encabezado como \"teléfono\" o elija la columna a mano.";
        ImportNoCategory: "No column gives the category. Add a heading such as \"category\" or choose the column by hand.", "Ninguna columna indica la categoría. Agregue un encabezado como \"categoría\" o elija la columna a mano.";
        ImportNoProduct: "No column gives the product. Add a heading such as \"product\" or choose the column by hand.", "Ninguna columna indica el producto. Agregue un encabezado como \"producto\" o elija la columna a mano.";
        ImportNoUnitCost: "No column gives the unit cost. Add a heading such as \"unit cost\" or choose the column by hand.", "Ninguna columna indica el costo unitario. Agregue un encabezado como \"costo unitario\" o elija la columna a mano.";
        ImportNoVendor: "No column gives the vendor. Add a heading such as \"vendor\" or choose the column by hand.", "Ninguna columna indica el proveedor. Agregue un encabezado como \"proveedor\" o elija la columna a mano.";
        ImportUnknownHeading: "The file has no column \"{heading}\".", "El archivo no tiene la columna \"{heading}\".";

        ImportStopped: "This import was stopped. Nothing of it was stored.", "Esta importación se detuvo. No se guardó nada.";

        // An import: one row
        ImportCells: "This row has {cells} cells and the headings are {headings}. Put texts with commas in quotation marks.", "Esta fila tiene {cells} celdas y los encabezados son {headings}. Ponga entre comillas los textos con comas.";
        ImportFormula: "This cell is a spreadsheet formula. Replace it with its value.", "Esta celda es una fórmula. Reemplácela por su valor.";
        ImportDate: "\"{value}\" is not a date that exists. Write dates as 2024-05-31 or 05/31/2024.", "\"{value}\" no es una fecha que exista. Escriba las fechas como 2024-05-31 o 05/31/2024.";
        ImportBothDates: "Give both a start date and an end date, or neither.", "Indique la fecha de inicio y la de fin, o ninguna.";
        ImportAmount: "\"{value}\" is not an amount. Write amounts as 1234.50 or $1,234.50.", "\"{value}\" no es un monto. Escriba los montos como 1234.50 o $1,234.50.";
        ImportCoordinate: "\"{value}\" is not a coordinate. Write latitudes from -90 to 90 and longitudes from -180 to 180.", "\"{value}\" no es una coordenada. Escriba latitudes de -90 a 90 y longitudes de -180 a 180.";
        ImportBothCoordinates: "Give both a latitude and a longitude, or neither.", "Indique la latitud y la longitud, o ninguna.";
        HeadingFirstName: "First name", "Nombre";
        HeadingLastName: "Last name", "Apellido";
        HeadingCompany: "Company", "Empresa";
        HeadingPhone: "Phone", "Teléfono";
        HeadingAddress: "Address", "Dirección";
        HeadingCity: "City", "Ciudad";
        HeadingState: "State", "Estado";
        HeadingZip: "ZIP code", "Código postal";
        ImportReason: "Why it was refused", "Por qué se rechazó";
    }
}
