import type { HelpTexts } from '../topics';

import { spanishOffice } from './spanishOffice';
import { spanishWork } from './spanishWork';

export const spanish: HelpTexts = {
  groups: {
    start: 'Para empezar',
    calendar: 'Calendario',
    jobs: 'Trabajos y cuadrillas',
    orders: 'Órdenes y listas',
    company: 'Empresa y personas',
    you: 'Su cuenta',
  },
  links: {
    calendar: 'Abrir el calendario',
    lanes: 'Abrir la vista de cuadrillas',
    map: 'Abrir el mapa de trabajos',
    appointments: 'Abrir las citas',
    newAppointment: 'Crear una cita',
    subscribe: 'Suscribirse en el teléfono',
    jobs: 'Abrir sus trabajos',
    newJob: 'Crear un trabajo',
    importJobs: 'Importar trabajos',
    crews: 'Abrir las cuadrillas propias',
    customers: 'Abrir los clientes',
    products: 'Abrir los productos',
    vendors: 'Abrir los proveedores',
    company: 'Abrir su empresa',
    companySettings: 'Abrir la configuración de la empresa',
    activity: 'Abrir la actividad',
    apiKeys: 'Abrir las claves de API',
    webhooks: 'Abrir los avisos (webhooks)',
    messages: 'Abrir sus mensajes',
    connections: 'Abrir sus conexiones',
    companySearch: 'Buscar empresas',
    settings: 'Abrir su configuración',
    news: 'Ver lo nuevo',
    feedback: 'Enviar comentarios',
  },
  topics: { ...spanishOffice, ...spanishWork },
};
