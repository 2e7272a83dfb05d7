//! The texts of the few pages that the server renders itself, because the app has not loaded yet: after a
//! sign-in at an identity provider. Separate from [`text`](crate::i18n::rules), because no browser needs
//! them.

use crate::{
    i18n::rules::{fill, sentences},
    types::language::Language,
};

sentences! {
    /// A text of a page that the server renders.
    PageText {
        ProviderDownTitle: "Sign-in is not available right now", "No se puede iniciar sesión en este momento";
        ProviderDown: "The service that manages your account does not answer. Your work here is safe. Please try again in a minute.", "El servicio que administra su cuenta no responde. Su trabajo aquí está a salvo. Intente de nuevo en un minuto.";
        UnverifiedTitle: "Confirm your email address first", "Primero confirme su correo electrónico";
        Unverified: "The service that you signed in with has not confirmed your email address yet. Confirm it there, then sign in again.", "El servicio con el que inició sesión aún no ha confirmado su correo electrónico. Confírmelo allí y vuelva a iniciar sesión.";
        OtherAccountTitle: "This address belongs to another sign-in", "Este correo pertenece a otro inicio de sesión";
        OtherAccount: "Someone else already signed in here with this email address. Sign in as you did then, or ask the person who runs your Ridgeline server.", "Otra persona ya inició sesión aquí con este correo. Inicie sesión como entonces, o pregunte a quien administra su servidor de Ridgeline.";
        KnownAddressTitle: "You already have an account here", "Usted ya tiene una cuenta aquí";
        KnownAddress: "There is an account with this email address. Sign in the way you did before, or choose a new password with “Forgot your password?”. Then add this sign-in in your settings, under “Sign-in methods”.", "Ya existe una cuenta con este correo. Inicie sesión como lo hacía antes, o elija una contraseña nueva con “¿Olvidó su contraseña?”. Después agregue esta forma de iniciar sesión en su configuración, en “Formas de iniciar sesión”.";
        RefusedTitle: "You were not signed in", "No se inició la sesión";
        Refused: "The sign-in was canceled, or the service refused it. You can try again.", "El inicio de sesión se canceló o el servicio lo rechazó. Puede intentar de nuevo.";
        NotAskedAgainTitle: "You were not asked to sign in again", "No se le pidió iniciar sesión de nuevo";
        NotAskedAgain: "To change how you sign in, you have to prove again who you are, and the service that you signed in with does not ask for that. Sign in with your password instead. If you have none, choose one with “Forgot your password?”.", "Para cambiar cómo inicia sesión debe demostrar de nuevo quién es, y el servicio con el que inició sesión no lo pide. Inicie sesión con su contraseña. Si no tiene una, elíjala con “¿Olvidó su contraseña?”.";
        StaleTitle: "This sign-in has expired", "Este inicio de sesión venció";
        Stale: "It took too long, was already finished, or was started in another browser. Please start again.", "Tardó demasiado, ya se había terminado o empezó en otro navegador. Empiece de nuevo.";
        TryAgain: "Sign in again", "Iniciar sesión de nuevo";
        OtherWay: "Sign in another way", "Iniciar sesión de otra forma";
        BackToSettings: "Back to the settings", "Volver a la configuración";
        BackHome: "Back to the start page", "Volver a la página de inicio";
    }
}
