import type { OfficeTopics } from '../topics';

export const spanishOffice: OfficeTopics = {
  start: {
    title: 'Primeros pasos',
    words: 'empezar comenzar inicio configurar nueva empresa contratista subcontratista resumen',
    body: [
      'Ridgeline reúne en un lugar sus trabajos, cuadrillas y documentos. Los contratistas crean los trabajos y los asignan; los subcontratistas los aceptan y envían a su gente.',
      [
        'Si es contratista, cree sus primeros trabajos o importe la lista que ya tiene.',
        'Agregue sus cuadrillas: conéctese con subcontratistas que usan Ridgeline y agregue las cuadrillas sin cuenta.',
        'Arrastre los trabajos a sus días en el calendario y dé cada uno a una cuadrilla.',
        'Invite a la gente de su empresa.',
      ],
      'Si es subcontratista, acepte la conexión del contratista para el que trabaja. Los trabajos que le asigne aparecen en su lista, y usted acepta o rechaza cada uno.',
    ],
  },
  phone: {
    title: 'Ridgeline en el teléfono',
    words: 'móvil celular aplicación iphone android pantalla pequeña techo guantes ruta llamar',
    body: [
      'Inicie sesión en el navegador del teléfono, en la misma dirección. Las páginas principales están en la parte de abajo de la pantalla. La configuración, la ayuda y el cierre de sesión se abren con su nombre, arriba en la pantalla Empresa.',
      'El calendario muestra una semana a la vez. Deslice para cambiar de semana y presione un trabajo para abrirlo. Los trabajos sin fecha están en la barra encima de la navegación: presione uno y elija sus fechas.',
      'En un trabajo, Ruta abre las indicaciones en la aplicación de mapas del teléfono, y la pestaña Fotos toma fotos con la cámara.',
    ],
  },
  workOrders: {
    title: 'Órdenes de trabajo y firmas',
    words: 'firmar firma partidas pago cantidad costo total enviar correo imprimir pdf alcance',
    body: [
      'Una orden de trabajo dice qué hace una cuadrilla en un trabajo y cuánto se le paga: partidas con cantidad y costo. La escriben los administradores del contratista en la pestaña Órdenes de trabajo.',
      [
        'Cree la orden. El título sale del número del trabajo y se puede cambiar.',
        'Agregue las partidas. El total se suma solo.',
        'Envíela. A los administradores del subcontratista les llega por correo con un enlace y el PDF. También puede imprimirla.',
      ],
      'Firmar significa que leyó la orden y está de acuerdo. Todos los del trabajo pueden firmar y pueden quitar su propia firma. Si las partidas cambian después, la firma queda marcada y puede firmar de nuevo.',
    ],
  },
  purchaseOrders: {
    title: 'Órdenes de compra',
    words: 'oc comprar pedir material enviar proveedor correo pdf cantidad costo total entregado',
    body: [
      'Los contratistas piden el material de un trabajo con órdenes de compra. Los subcontratistas no las ven.',
      [
        'Cree la orden en la pestaña Órdenes de compra del trabajo.',
        'Elija productos de su lista de precios. El total queda a la vista, y la orden conserva los costos de ese día.',
        'Abra la orden y elija el proveedor.',
        'Marque los contactos que deben recibirla, agregue un mensaje si quiere y envíela. Les llega el PDF por correo.',
      ],
      'La orden muestra a quién se envió, cuándo y si se entregó. Enviar de nuevo la envía como está en ese momento.',
    ],
  },
  vendors: {
    title: 'Proveedores y sus contactos',
    words: 'tienda distribuidor número de cuenta correo eliminar',
    body: [
      'Los proveedores son las tiendas y distribuidores donde compra un contratista. Escriba el nombre de cada uno, su número de cuenta ahí si lo tiene y las personas que reciben sus pedidos, con su correo.',
      'Si elimina un proveedor, se eliminan también sus contactos. Las órdenes de compra que lo nombran se quedan, sin proveedor.',
    ],
  },
  products: {
    title: 'Productos y su lista de precios',
    words: 'categoría costo unitario precio importar csv catálogo material',
    body: [
      'Los productos están en categorías, cada uno con su costo unitario. Las órdenes de compra usan esta lista, y una orden conserva el costo del día en que se eligió el producto.',
      'Importar lee la lista de precios de un proveedor desde un archivo CSV. Un producto que ya está recibe el costo nuevo, y se crean las categorías que falten.',
      'Los administradores cambian la lista; todos los del contratista pueden verla. Si elimina una categoría, se eliminan sus productos; las órdenes que los contienen los conservan.',
    ],
  },
  customers: {
    title: 'Clientes',
    words: 'dueño de casa teléfono dirección historial exportar importar csv llamar',
    body: [
      'Los clientes son las personas para quienes trabaja un contratista. Se requieren el nombre, el apellido y el teléfono; puede agregar lo demás después.',
      'Abra un cliente para ver sus trabajos y citas, llamarlo y ver cómo llegar. El cliente de un trabajo se elige en sus detalles; una cita siempre tiene uno.',
      'Importar agrega clientes desde un archivo CSV y Exportar los guarda todos en uno. Si elimina un cliente, sus trabajos y citas se conservan.',
    ],
  },
  company: {
    title: 'Página de la empresa y archivos',
    words: 'logotipo descripción certificaciones público privado seguro licencia subir zona horaria inicio',
    body: [
      'La pantalla Empresa muestra quiénes son, dónde están sus trabajos, quién trabaja hoy y su gente. Los administradores cambian nombre, ciudad, descripción y logotipo, y agregan certificaciones, por ejemplo una licencia.',
      'Los archivos, como la constancia de su seguro, son privados hasta que un administrador los hace públicos. Los públicos aparecen en la página de su empresa para las empresas con las que está conectada.',
      'Las citas se muestran y se escriben en la zona horaria de la empresa.',
    ],
  },
  roles: {
    title: 'Invitar a personas y qué puede hacer cada una',
    words:
      'roles administrador miembro vendedor capataz permisos derechos usuario invitación quitar empleado cuenta',
    body: [
      'Los administradores invitan por correo desde la pantalla Empresa y eligen la función de cada persona. Si invita de nuevo a la misma dirección, la invitación se envía otra vez. Quien acepta pertenece desde entonces a su empresa.',
      'Un administrador puede hacer cambios. En una empresa contratista, los administradores crean, programan y asignan trabajos, escriben y envían órdenes y administran los clientes, productos y proveedores. En una subcontratista, aceptan o rechazan trabajos y eligen qué empleado los hace. En ambas administran la empresa, sus cuadrillas y conexiones, e invitan y quitan personas.',
      'Un miembro puede ver todo lo de la empresa. Un vendedor o un capataz es como un miembro, pero solo ve los trabajos y las citas que tiene asignados; solo los contratistas los tienen.',
      'Todos pueden agregar fotos y notas, firmar órdenes de trabajo y escribir mensajes. Un botón que no puede usar dice por qué cuando lo señala o lo presiona.',
    ],
  },
  history: {
    title: 'Quién hizo qué y cuándo',
    words: 'historial actividad registro cambios auditoría antes anterior quién cuándo csv',
    body: [
      'La pestaña Historial de un trabajo muestra cada cambio: quién lo hizo, cuándo y qué había antes. Puede leerla quien ve el trabajo, pero un subcontratista no ve nada de montos, clientes ni órdenes de compra.',
      'Los administradores ven además la actividad de toda la empresa: presione Actividad en la pantalla Empresa. Filtre por tipo, acción, persona y días, o busque palabras. Descargar CSV guarda la lista filtrada.',
      'Nadie puede cambiar ni eliminar el historial. Las entradas de una persona se conservan cuando deja la empresa.',
    ],
  },
  data: {
    title: 'Descargar o eliminar sus datos',
    words: 'exportar descargar zip respaldo eliminar borrar cuenta empresa irse privacidad',
    body: [
      'Sus datos son suyos. En la configuración de la empresa, un administrador puede descargar todo lo de la empresa en un archivo zip: tablas que abre una hoja de cálculo, y todas las fotos y archivos.',
      'Ahí un administrador también puede eliminar la empresa, para siempre y para todos, escribiendo su nombre y su contraseña. En Su configuración, cada persona puede eliminar su propia cuenta; los trabajos de la empresa se quedan.',
    ],
  },
  software: {
    title: 'Claves y avisos para otros programas',
    words: 'api clave token integración zapier n8n webhook secreto programa hoja de cálculo contabilidad',
    body: [
      'Un administrador deja que otros programas trabajen con sus datos. Abra la configuración de la empresa: Claves de API y Avisos (webhooks) están en Otros programas.',
      [
        'Una clave deja que un programa lea y cambie lo que usted elija, en su nombre. Copie su secreto en el programa: se muestra una sola vez.',
        'Un webhook avisa de inmediato a un programa cuando algo cambia. Presione Enviar una prueba y mire en Entregas si llegó.',
        'Revoque una clave, o ponga en pausa un webhook, cuando un programa ya no se use.',
      ],
      'El historial nombra la clave junto a todo lo que un programa hizo con ella.',
    ],
  },
  connections: {
    title: 'Conexiones y búsqueda de empresas',
    words: 'conectar solicitud aceptar rechazar quitar pendiente subcontratista encontrar empresa',
    body: [
      'Las empresas trabajan juntas por medio de una conexión. Un contratista puede asignarle trabajos a un subcontratista cuando los dos están conectados.',
      [
        'Abra Conexiones, busque la empresa por su ciudad y su tipo, y mire su página.',
        'Presione Conectar y agregue un mensaje si quiere.',
        'La otra empresa acepta o rechaza. Hasta entonces, la conexión dice pendiente.',
      ],
      'Los administradores envían, aceptan y quitan conexiones. Al quitar una, los trabajos activos que se asignaron por ella quedan sin asignar; los completados se quedan como están.',
    ],
  },
  messages: {
    title: 'Mensajes',
    words:
      'chat sala escribir etiquetar imagen foto emoji enviar reenviar traducir traducción inglés visto leer',
    body: [
      'Cada conexión tiene un chat donde la gente de las dos empresas se escribe. Los mensajes aparecen al momento y muestran quién los ha visto. El número en Mensajes muestra cuántos le faltan por leer.',
      'Enter envía; Mayús y Enter empiezan una línea nueva. Debajo del texto hay emojis, fotos y etiquetas: agregue varias fotos a la vez y etiquete a las personas para que sepan que es para ellas. Un mensaje que no se pudo enviar lo dice; presiónelo para enviarlo de nuevo.',
      'Un mensaje en el otro idioma lleva debajo Traducir, si su navegador o este servidor puede traducir. Ver original muestra otra vez el original. El mismo botón está en notas, órdenes, productos y proveedores.',
      'Cuando dos empresas ya no están conectadas, todavía pueden leer su chat.',
    ],
  },
  notifications: {
    title: 'Avisos',
    words:
      'campana punto rojo alerta nuevo sin ver notificaciones correo resumen teléfono dispositivo silenciar',
    body: [
      'La campana le muestra lo que hicieron otros: un trabajo asignado, aceptado o rechazado, una orden de trabajo firmada, una conexión solicitada. No recibe avisos de lo que hizo usted.',
      'Un punto rojo en la campana o en un icono significa que hay algo nuevo para usted. Abra la campana para verlo; cada línea lleva al trabajo o a la página de que se trata.',
      'En su configuración elija, para cada tipo de aviso, si también le llega por correo, enseguida o una vez al día, o si no quiere recibirlo. Ahí también puede activar los avisos en un teléfono o una computadora, aunque Ridgeline esté cerrado.',
    ],
  },
  settings: {
    title: 'Su configuración y su contraseña',
    words:
      'idioma español inglés nombre teléfono puesto ciudad ubicación cambiar contraseña olvidó salir cerrar sesión ajustes seguridad código dispositivo perdido',
    body: [
      'Configuración, en el menú bajo su nombre, tiene su nombre, puesto, teléfono, ciudad e idioma. El idioma nuevo se aplica de inmediato, en todos sus dispositivos y en los correos que recibe.',
      'En Inicio de sesión y seguridad cambia su contraseña y ve cada dispositivo donde tiene sesión abierta: cierre la de uno que perdió. Con el inicio de sesión en dos pasos, después de la contraseña escribe un código de una aplicación en su teléfono; guarde los códigos de recuperación en papel, por si pierde el teléfono.',
      [
        'Si olvidó su contraseña, cierre la sesión.',
        'En la página de inicio de sesión elija ¿Olvidó su contraseña?',
        'Abra el enlace del correo que le llega y elija una nueva.',
      ],
    ],
  },
  feedback: {
    title: 'Díganos qué piensa',
    words: 'error queja sugerencia idea contacto soporte encuesta novedades problema comentarios',
    body: [
      'Encuestas y novedades, en el menú bajo su nombre, tiene un formulario para comentarios: una idea, una queja, algo que no funciona o cualquier otra cosa. Cuente en los detalles qué hizo y qué esperaba que pasara.',
      'Lo nuevo de Ridgeline está en la misma página. Una vez al día, un anuncio en la parte de arriba lleva ahí; si lo cierra, no vuelve a aparecer hasta el día siguiente.',
    ],
  },
};
