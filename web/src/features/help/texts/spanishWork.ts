import type { WorkTopics } from '../topics';

export const spanishWork: WorkTopics = {
  calendar: {
    title: 'Programar trabajos en el calendario',
    words:
      'arrastrar mover fechas programar quitar franja sin programar reprogramar teclado barra color días',
    body: [
      'Cada trabajo es una barra sobre sus días, en su propio color. Una línea punteada dentro de la barra significa que la cuadrilla todavía no ha aceptado. En gris y con una palomita, el trabajo está completado.',
      'Los administradores del contratista arrastran una barra para mover el trabajo y arrastran sus extremos para alargarlo o acortarlo. El cambio se guarda en cuanto la suelta. Los trabajos completados no se pueden mover.',
      'Los trabajos sin fecha están en la franja Sin programar, debajo de los días. Arrastre uno a un día, o presione Enter sobre él y elija las fechas. Para quitar un trabajo del calendario, arrástrelo de vuelta a la franja o elija Quitar del calendario en sus opciones.',
      'Con el teclado: las flechas mueven un trabajo un día o una semana, Mayús con izquierda o derecha lo acorta o lo alarga, y Enter abre sus opciones con color, etiquetas y calendarios.',
    ],
  },
  lanes: {
    title: 'Filas de cuadrillas: quién trabaja cuándo',
    words: 'cuadrillas filas traslape ocupado libre subcontratista empleado pasar dar tablero encimado',
    body: [
      'Elija Cuadrillas a la izquierda del calendario. Cada subcontratista, cuadrilla propia y empleado tiene una fila con sus trabajos, y la fila muestra cuántos trabajos y días suman. Los trabajos sin asignar están en la fila Nadie todavía.',
      [
        'Arrastre un trabajo a lo largo de su fila para cambiar sus fechas.',
        'Arrástrelo a otra fila para dárselo a esa cuadrilla. Antes de cambiar algo se le pregunta.',
        'Al subcontratista se le pide entonces que acepte el trabajo. Una cuadrilla propia o un empleado lo tiene de inmediato.',
      ],
      'Donde dos trabajos de una cuadrilla comparten un día, la fila dice Se traslapa. Es solo una advertencia.',
    ],
  },
  filters: {
    title: 'Filtros, calendarios y mapa de trabajos',
    words: 'ocultar mostrar ciudad ubicación estado rango de fechas restablecer grupo temporada mapa pines',
    body: [
      'Los filtros limitan el calendario a un estado, una ciudad o un rango de fechas. Mientras haya algo filtrado el botón queda marcado; Restablecer muestra todo de nuevo.',
      'Los calendarios ordenan trabajos y citas por zona, temporada o tipo de trabajo. Cree uno, agréguele trabajos y oculte lo que no necesita ver. Si elimina un calendario, sus trabajos y citas conservan sus fechas.',
      'El mapa de trabajos muestra los mismos trabajos como marcadores de su color, junto a una lista. Un trabajo aparece ahí cuando se encuentra su dirección en el mapa.',
    ],
  },
  appointments: {
    title: 'Citas con clientes',
    words: 'reunión visita presupuesto nota de seguimiento completar zona horaria duración vendedor',
    body: [
      'Las citas son visitas a clientes. Solo las tienen los contratistas. Los vendedores y capataces ven las que tienen asignadas.',
      [
        'Elija Nueva cita, o presione una hora en la vista Citas.',
        'Elija el cliente y quién va, luego la fecha, la hora de inicio y la duración.',
        'Arrastre la cita para moverla y arrastre su borde inferior para cambiar la duración.',
        'Después, ábrala y elija Completar. La nota de seguimiento cuenta cómo le fue.',
      ],
      'Las horas son las de la zona horaria de su empresa, esté donde esté usted. Una cita completada queda en gris y ya no se puede cambiar.',
    ],
  },
  printing: {
    title: 'Imprimir el calendario y seguirlo en el teléfono',
    words:
      'pdf png papel a4 suscribirse ics google outlook apple calendario dirección ficha exportar impresora',
    body: [
      'Imprimir, a la izquierda del calendario, guarda lo que ve como PDF o PNG o lo envía a la impresora. Funciona en las vistas Trabajos y Citas, con los filtros que tenga puestos.',
      'Cada trabajo tiene además una ficha para llevar en la camioneta: cliente, fechas, nota de inspección y órdenes en A4. Elija Ficha en el trabajo.',
      [
        'Para ver sus trabajos en el calendario del teléfono, abra Calendarios y elija Suscribirse en el teléfono.',
        'Cree su dirección y ábrala en su calendario. Desde entonces se actualiza con cada cambio que se haga aquí.',
        'No comparta la dirección: quien la tenga puede ver su calendario. Puede eliminarla o crear una nueva cuando quiera.',
      ],
    ],
  },
  newJobs: {
    title: 'Crear e importar trabajos',
    words: 'nuevo agregar csv excel hoja archivo subir columnas filas rechazadas repetido',
    body: [
      'Los administradores del contratista crean trabajos con Nuevo trabajo. Bastan el título, la ciudad y el estado. Con la calle, el trabajo aparece en el mapa.',
      [
        'Para agregar muchos trabajos a la vez, elija Importar en la página de trabajos y seleccione un archivo CSV con un trabajo por fila y encabezados en la primera.',
        'Revise qué columna corresponde a cada campo. La mayoría se reconoce sola.',
        'Mire la vista previa. Muestra qué está bien, qué ya está y qué se rechaza, y por qué.',
        'Importe. Las filas rechazadas se pueden descargar, corregir e importar de nuevo.',
      ],
      'Un trabajo que ya está no se agrega dos veces, así que puede importar de nuevo el mismo archivo.',
    ],
  },
  jobList: {
    title: 'Encontrar un trabajo',
    words: 'buscar lista pestañas activos completos sin programar ordenar ciudad filtro',
    body: [
      'La página de trabajos tiene pestañas para todos, activos, completados y sin programar. La búsqueda incluye el título, la dirección, la ciudad, el estado y el código postal.',
      'La barra delante de cada título tiene el color del trabajo, en gris cuando está completado. La cuadrilla aparece en verde cuando ha aceptado y, hasta entonces, marcada como pendiente.',
      'Presione el encabezado de una columna para ordenar. En el teléfono, el orden y la ciudad están en el botón junto a la búsqueda.',
    ],
  },
  jobDetails: {
    title: 'El trabajo y sus detalles',
    words:
      'número monto del contrato nota de inspección etiquetas cliente color completo editar título eliminar',
    body: [
      'Un trabajo tiene pestañas de detalles, órdenes de trabajo, órdenes de compra, medidas, fotos y notas. Las órdenes de compra solo las tienen los contratistas.',
      'Los administradores del contratista cambian un dato con el lápiz que está a su lado: número, monto del contrato, cliente, nota de inspección, etiquetas y color. El título, la dirección, las fechas y la cuadrilla están en la pestaña Editar / asignar, y ahí está también Eliminar trabajo.',
      'Presione Marcar como completado cuando el trabajo esté hecho. Queda en gris y conserva sus días. Marcar como incompleto lo abre de nuevo.',
    ],
  },
  assign: {
    title: 'Asignar un trabajo a una cuadrilla',
    words: 'subcontratista encargado empleado pendiente aceptado reasignar quitar dar repartir',
    body: [
      [
        'Abra el trabajo y su pestaña Editar / asignar.',
        'Elija un subcontratista conectado, o una de sus cuadrillas propias y, si quiere, su encargado.',
        'Presione Asignar cuadrilla.',
      ],
      'Al subcontratista le llega un aviso y tiene que aceptar. Hasta entonces, el trabajo dice pendiente de aceptar. Una cuadrilla propia lo tiene de inmediato.',
      'También puede asignarlo a uno de sus empleados. Los capataces y vendedores ven los trabajos que tienen asignados.',
      'Si asigna el trabajo de nuevo, la cuadrilla actual lo pierde, aunque ya lo haya aceptado. Antes verá una advertencia.',
    ],
  },
  answer: {
    title: 'Aceptar o rechazar un trabajo',
    words: 'subcontratista respuesta sí no contratista espera enviar empleado',
    body: [
      'Cuando un contratista le asigna un trabajo a su empresa, a sus administradores les llega un aviso y el trabajo aparece entre los suyos.',
      [
        'Abra el trabajo y mire las fechas, la dirección y las órdenes de trabajo.',
        'Presione Aceptar o Rechazar. Se le avisa al contratista.',
        'Después de aceptar, elija cuál de sus empleados lo hace. El contratista ve a quién envía.',
      ],
      'Un trabajo que rechaza vuelve al contratista y sale de su lista. Solo el contratista puede cambiar las fechas y el título.',
    ],
  },
  crews: {
    title: 'Cuadrillas sin cuenta',
    words: 'cuadrilla propia integrantes gente nombre teléfono correo encargado eliminar',
    body: [
      'Una cuadrilla propia es un grupo de personas que trabaja para usted sin iniciar sesión en Ridgeline. No recibe mensajes de Ridgeline.',
      'Créela en Cuadrillas propias y agregue a sus integrantes con nombre, correo y teléfono; solo el nombre es obligatorio. Luego asígnele trabajos y, si quiere, a uno de sus integrantes como encargado.',
      'Solo los administradores cambian las cuadrillas. Si elimina una, sus trabajos se quedan sin cuadrilla.',
    ],
  },
  photos: {
    title: 'Fotos y notas de un trabajo',
    words: 'imágenes cámara subir galería eliminar comentario',
    body: [
      'Todos los que participan en el trabajo, tanto del contratista como del subcontratista, pueden ver sus fotos y notas y agregar otras. En la pestaña Fotos, suelte archivos, elíjalos o tome una foto con el teléfono.',
      'Una foto que no se pudo subir se queda en la lista y se puede reintentar. Presione una foto para verla grande y pasar a las demás.',
      'Puede eliminar sus propias fotos y notas, pero no las de otros.',
    ],
  },
  measurements: {
    title: 'Medidas',
    words: 'cuadros unidades merma cantidad techo pie lineal cantidades llenar informe',
    body: [
      'La pestaña Medidas tiene lo que se midió en el techo: una cantidad y su unidad, cuadros si no elige otra. Los administradores del contratista agregan y eliminan medidas, y todos los del trabajo pueden verlas.',
      'En una orden de compra, Llenar con las medidas toma la cantidad, le suma el porcentaje de merma que usted indique y pone la cantidad de un producto.',
    ],
  },
};
