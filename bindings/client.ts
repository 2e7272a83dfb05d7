/**
 * A client of Ridgeline's API for TypeScript, for browsers and Node, without dependencies.
 *
 * Generated from the OpenAPI document by `cargo xtask bindings`. Do not edit.
 */

/** What a client needs to know. */
export interface RidgelineOptions {
  /** The address of the server, such as `https://jobs.example.com`. */
  url: string;
  /** The secret of an API key. */
  token?: string;
  /** Replaces the global `fetch`. */
  fetch?: typeof fetch;
}

/** A refusal of the server. */
export class RidgelineError extends Error {
  /** The status of the answer. */
  readonly status: number;
  /** Why, in a word of the contract, such as `not_found`. */
  readonly code: string;
  /** The refused fields. */
  readonly fields: readonly FieldError[];

  constructor(status: number, code: string, message: string, fields: readonly FieldError[]) {
    super(message);
    this.name = 'RidgelineError';
    this.status = status;
    this.code = code;
    this.fields = fields;
  }
}

interface Call {
  method: string;
  path: string;
  query: readonly string[];
  body: 'json' | 'form' | 'none';
  answer: 'json' | 'text' | 'blob' | 'none';
}

function formOf(body: object): FormData {
  const form = new FormData();
  for (const [name, value] of Object.entries(body)) {
    if (value === undefined || value === null) continue;
    if (value instanceof Blob) form.append(name, value);
    else form.append(name, typeof value === 'string' ? value : JSON.stringify(value));
  }
  return form;
}

async function refusal(response: Response): Promise<RidgelineError> {
  const text = await response.text();
  try {
    const { code, message, fields } = (JSON.parse(text) as Failure).error;
    return new RidgelineError(response.status, code, message, fields ?? []);
  } catch {
    return new RidgelineError(response.status, 'unknown', text || response.statusText, []);
  }
}

const caller =
  (options: RidgelineOptions) =>
  async <T>(call: Call, input: object): Promise<T> => {
    const given = new Map<string, unknown>(Object.entries(input));
    const path = call.path.replace(/\{(\w+)\}/g, (_, name: string) => encodeURIComponent(String(given.get(name))));
    const address = new URL(path, options.url);
    for (const name of call.query) {
      const value = given.get(name);
      if (value !== undefined && value !== null) address.searchParams.set(name, String(value));
    }
    const headers = new Headers();
    if (options.token !== undefined) headers.set('authorization', `Bearer ${options.token}`);
    const key = given.get('idempotencyKey');
    if (key !== undefined) headers.set('idempotency-key', String(key));
    const init: RequestInit = { method: call.method, headers };
    const body = given.get('body');
    if (body !== undefined && call.body === 'form') init.body = formOf(body as object);
    if (body !== undefined && call.body === 'json') {
      headers.set('content-type', 'application/json');
      init.body = JSON.stringify(body);
    }
    const response = await (options.fetch ?? fetch)(address, init);
    if (!response.ok) throw await refusal(response);
    if (call.answer === 'json') return (await response.json()) as T;
    if (call.answer === 'text') return (await response.text()) as T;
    if (call.answer === 'blob') return (await response.blob()) as T;
    return undefined as T;
  };

/** The state of a user's account. */
export type Account = {
  /** The sign-in address. */
  email: string;
  /** Whether the address is verified. */
  emailVerified: boolean;
  /** False for users who sign in with an identity provider. */
  hasPassword: boolean;
  /** How many recovery codes are left. */
  recoveryCodesLeft: number;
  /** Whether a code is required after the password. */
  secondFactor: boolean;
  /** Whether the account cannot be used until it is. */
  verificationRequired: boolean;
};

/** Every action with a permission, named as the trade names it. */
export type Action = "company.edit" | "company.files" | "company.qualifications" | "users.invite" | "users.remove" | "connections.manage" | "jobs.create" | "jobs.edit" | "jobs.delete" | "jobs.schedule" | "jobs.complete" | "jobs.color" | "jobs.assign" | "jobs.acceptDecline" | "jobs.assignEmployee" | "jobs.contractAmount" | "jobs.jobNumber" | "jobs.inspectionNote" | "jobs.customer" | "jobs.tags" | "jobs.measurements" | "jobs.images" | "jobs.notes" | "jobs.calendarAssign" | "workOrders.create" | "workOrders.edit" | "workOrders.delete" | "workOrders.sign" | "purchaseOrders.view" | "purchaseOrders.edit" | "purchaseOrders.send" | "vendors.manage" | "customers.view" | "customers.manage" | "products.view" | "products.manage" | "crews.view" | "crews.manage" | "calendars.manage" | "appointments.view" | "appointments.create" | "appointments.edit" | "appointments.schedule" | "appointments.complete" | "reports.view" | "reportsValue.view" | "chat.send" | "apiKeys.manage" | "webhooks.manage";

/** A device where the user is signed in. */
export type ActiveSession = {
  /** Such as `Firefox`; none where it is unknown. */
  browser: string | null;
  /** The id to sign it out with. */
  id: string;
  /** Whether it is the one that sends the call. */
  isThisOne: boolean;
  /** When it was last used, to the day. */
  lastUsedAt: string;
  /** When the user signed in there. */
  startedAt: string;
  /** Such as `Windows`; none where it is unknown. */
  system: string | null;
};

/** The action. */
export type ActivityAction = "created" | "changed" | "deleted" | "moved" | "scheduled" | "unscheduled" | "completed" | "reopened" | "assigned" | "unassigned" | "accepted" | "declined" | "added" | "removed" | "signed" | "unsigned" | "sent" | "imported" | "invited" | "joined" | "requested" | "connected" | "disconnected" | "withdrawn" | "renewed" | "reported" | "received" | "reminded" | "other";

/** The user who did something, with the name they had then. */
export type ActivityActor = {
  /** The API key that the user's software used. Only in the log of the user's own company. */
  apiKey?: ActivityApiKey | null;
  /** The user's company. */
  companyId: string | null;
  /** Its name. */
  companyName: string;
  /** The user; `None` for a person without an account. */
  id: string | null;
  /** First and last name. */
  name: string;
};

/** An API key, with the name it had then. */
export type ActivityApiKey = {
  /** The key. */
  id: string;
  /** Its name. */
  name: string;
};

/** One changed value, ready to display. */
export type ActivityChange = {
  /** The field. */
  field: ActivityField;
  /** The old value; `None` where there was none. */
  from: string | null;
  /** Its label. */
  label: string;
  /** The new value; `None` where there is none any more. */
  to: string | null;
};

/** An option of a filter. */
export type ActivityChoice = {
  /** Its label. */
  label: string;
  /** The wire word. */
  value: ActivityKind;
};

/** An option of a filter. */
export type ActivityChoice2 = {
  /** Its label. */
  label: string;
  /** The wire word. */
  value: ActivityAction;
};

/** The options of a company's log filters. */
export type ActivityChoices = {
  /** Actions. */
  actions: ActivityChoice2[];
  /** Kinds of records. */
  kinds: ActivityChoice[];
  /** Users with entries in the log. */
  people: ActivityPerson[];
};

/** One entry of the log, in the language of its reader. */
export type ActivityEntry = {
  /** What was done. */
  action: ActivityAction;
  /** Its label. */
  actionLabel: string;
  /** Who did it. */
  actor: ActivityActor;
  /** When it was done. */
  at: string;
  /** The changed values. */
  changes: ActivityChange[];
  /** Its id; newer ones are greater. */
  id: string;
  /** The job it belongs to. */
  jobId: string | null;
  /** The title of the job at that time. */
  jobTitle: string | null;
  /** The kind of record. */
  kind: ActivityKind;
  /** Its label. */
  kindLabel: string;
  /** The route that shows it, as long as it exists. */
  route: string | null;
  /** The whole entry as one sentence. */
  sentence: string;
  /** The id of the record; `None` for an action on many at once. */
  subjectId: string | null;
  /** The name of the record at that time. */
  subjectName: string;
};

/** The changed field. */
export type ActivityField = "acceptance" | "accountNumber" | "address" | "calendar" | "caption" | "category" | "city" | "color" | "company" | "contact" | "contractAmount" | "count" | "crew" | "crewLead" | "crewMember" | "crews" | "customer" | "dates" | "daysOff" | "description" | "email" | "employee" | "events" | "expectedOn" | "expiresOn" | "fileKind" | "firstName" | "follows" | "followUpNote" | "holiday" | "inspectionNote" | "isActive" | "isPublic" | "item" | "jobNumber" | "jobTemplate" | "jobs" | "language" | "lastName" | "location" | "logo" | "measurement" | "message" | "name" | "note" | "phone" | "picture" | "picturePair" | "position" | "publicAddress" | "publicPage" | "reason" | "received" | "remark" | "repeats" | "sentTo" | "sharing" | "state" | "status" | "subcontractor" | "tag" | "time" | "timeZone" | "title" | "unitCost" | "userType" | "vendor" | "vendorReminders" | "weekdays" | "workHours" | "zip" | "other";

/** The kind of record that was changed. */
export type ActivityKind = "job" | "workOrder" | "purchaseOrder" | "appointment" | "calendar" | "customer" | "vendor" | "product" | "category" | "crew" | "company" | "companyFile" | "qualification" | "member" | "invitation" | "connection" | "apiKey" | "guestLink" | "jobOffer" | "webhook" | "photo" | "other";

/** A page of the log, newest first. */
export type ActivityPage = {
  /** Its entries. */
  activity: ActivityEntry[];
  /** The cursor of the next page, with older entries; `None` on the last one. */
  next: string | null;
};

/** A user to filter by. */
export type ActivityPerson = {
  /** The user. */
  id: string;
  /** The name in the log. */
  name: string;
};

export type AddMeasurement = {
  amount: number;
  jobId: string;
  measurement: "US gallon" | "bag" | "board foot" | "box" | "bucket" | "bundle" | "cubic foot" | "cubic yard" | "each" | "foot" | "inch" | "linear foot" | "ounce" | "pallet" | "pound" | "roll" | "sheet" | "square" | "square foot" | "square yard" | "yard";
};

export type AddNote = {
  authorId: string;
  content: string;
  jobId: string;
};

export type AddTag = {
  content: string;
  jobId: string;
};

export type AdjustmentForm = {
  endDate?: string | null;
  jobId?: string | null;
  skip?: boolean | null;
  startDate?: string | null;
};

/** The rooms of every kind, and each of their members once. */
export type AllRooms = {
  /** The members of these rooms. */
  people: RoomPerson[];
  /** Open ones first, then by newest message. */
  rooms: RoomSummary[];
};

export type AmendOrder = {
  id: string;
  items?: OrderRow[] | null;
  version: number;
};

export type AnswerAsGuest = {
  accepted: boolean;
  endDate: string;
  reason?: string | null;
  startDate: string;
};

export type AnswerAssignment = {
  didAccept: boolean;
  endDate?: string | null;
  jobCrewTableId: string;
  startDate?: string | null;
};

export type AnswerOffer = {
  accepted: boolean;
  id: string;
  window?: JobSchedule | null;
};

export type AnswerOrder = {
  confirmed: boolean;
  expectedOn?: string | null;
  remark?: string | null;
  rows?: AnsweredRow[] | null;
  version: number;
};

/** The holder's answer, once it is stored. */
export type Answered = {
  state: GuestState;
};

export type AnsweredRow = {
  available?: boolean | null;
  id?: string | null;
  substitute?: string | null;
  unitCost?: number | null;
};

/** A key of a company, without its secret. */
export type ApiKey = {
  createdBy: ApiKeyMaker;
  /** The last day on which it is valid, in the company's time zone. */
  expiresOn: string | null;
  id: string;
  /** When it last made a call, to the minute. */
  lastUsed: string | null;
  name: string;
  scopes: ApiKeyScope[];
};

/** The user whose permissions a key has: who created it, or renewed it last. */
export type ApiKeyMaker = {
  /** The user. */
  id: string;
  /** First and last name. */
  name: string;
};

export type ApiKeyRef = {
  id: string;
};

/** A group of calls: those of an action, or those that only read. */
export type ApiKeyScope = "read" | Action;

/** A meeting with a customer. */
export type Appointment = {
  address: string | null;
  /** The company's calendars it is on. */
  appointmentCalendarAssignments: AppointmentCalendarAssignment[];
  assignedToFirstName: string;
  assignedToId: string;
  assignedToLastName: string;
  city: string | null;
  color: string;
  companyId: string;
  customerFirstName: string | null;
  /** Null if the customer was deleted. */
  customerId: string | null;
  customerLastName: string | null;
  end: string;
  /** The outcome; only once it is complete. */
  followUpNote: string | null;
  id: string;
  note: string | null;
  start: string;
  state: string | null;
  status: JobStatus;
  zip: string | null;
};

/** An appointment on one of the company's calendars. */
export type AppointmentCalendarAssignment = {
  appointmentId: string;
  calendarId: string;
};

export type AppointmentColor = {
  color: string;
};

export type AppointmentDetails = {
  address?: string | null;
  assignedToId?: string | null;
  city?: string | null;
  customerId?: string | null;
  note?: string | null;
  state?: string | null;
  zip?: string | null;
};

export type AppointmentSeen = {
  end?: string | null;
  start?: string | null;
};

export type AppointmentSeriesForm = {
  appointmentId: string;
  color?: string | null;
  dryRun?: boolean | null;
  interval?: number | null;
  note?: string | null;
  start?: string | null;
  unit?: string | null;
};

export type AppointmentTimes = {
  end?: string | null;
  lengthMinutes?: number | null;
  start: string;
};

/** What a list answers besides its rows. */
export type Appointments = {
  appointments: Appointment[];
  /** The rows that the caller no longer sees. Only in answers with what has changed. */
  gone?: string[] | null;
  /** Set if a state was given from which the changes are not known: these are all rows. */
  whole?: boolean | null;
};

/** What is known of a place, if it is not the house itself. */
export type AreaKind = "street" | "zip" | "city" | "region";

export type AskToConnect = {
  message?: string | null;
  recipientId: string;
  senderId?: string | null;
};

/** A company that was asked. */
export type AskedCompany = {
  /** The company. */
  companyId: string;
  /** Its name. */
  name: string;
  /** Its answer. */
  state: OfferAnswer;
};

export type AssignAppointment = {
  appointmentId: string;
  calendarId: string;
};

export type AssignCrew = {
  customCrewId: string;
  customCrewMemberId?: string | null;
  endDate?: string | null;
  jobCrewTableId: string;
  startDate?: string | null;
};

export type AssignEmployee = {
  assignedToUserId?: string | null;
  endDate?: string | null;
  jobCrewTableId: string;
  startDate?: string | null;
};

export type AssignSubcontractor = {
  endDate?: string | null;
  jobCrewTableId: string;
  selectedConnection: string;
  startDate?: string | null;
};

export type AssignToCalendar = {
  calendarId: string;
  jobId: string;
};

/** The days of one company. */
export type Availability = {
  /** The company. */
  companyId: string;
  /** Every day of the period, in order. */
  days: AvailableDay[];
};

/** One day of a company. */
export type AvailableDay = {
  /** The day. */
  day: string;
  /** How many crews are left, where the company shares it and works on this day. */
  free?: number | null;
  /** Its state. */
  state: DayState;
};

export type BulkAssignment = {
  assignedToUserId?: string | null;
  customCrewId?: string | null;
  customCrewMemberId?: string | null;
  selectedConnection?: string | null;
};

export type BulkChangeForm = {
  assign?: BulkAssignment | null;
  color?: string | null;
  complete?: boolean | null;
  schedule?: JobSchedule | null;
  tag?: string | null;
  unschedule?: boolean | null;
};

export type BulkJobs = {
  change: BulkChangeForm;
  jobIds: (string | null)[];
};

/** A calendar of a company. */
export type Calendar = {
  companyId: string;
  id: string;
  title: string;
};

/** A job on one of the viewer's calendars. */
export type CalendarAssignment = {
  calendarId: string;
  jobId: string;
};

export type CalendarForm = {
  companyId?: string | null;
  title: string;
};

/** How many jobs a company can do on one day, and what others may see of it. */
export type Capacity = {
  /** The crews, each of which does one job on a day. */
  crews: number;
  /** What connected companies see. */
  sharing: Sharing;
};

export type CapacityForm = {
  crews: number;
  sharing: "none";
};

export type ChangeColor = {
  color: string;
  jobId: string;
};

/** A change, as the admins of one company saw it. */
export type ChangeEvent = {
  /** The subject under its name, such as `{job}`; only `{id}` once it is gone. */
  data: unknown;
  /** Rises with each change of the subject. */
  sequence: number;
  /** What it happened to. */
  subject: ChangeSubject;
  /** When. */
  timestamp: string;
  /** What happened. */
  type: ChangeType;
  /** The version of this format. */
  version: number;
};

/** What a change is about: the first word of its type. */
export type ChangeKind = "job" | "appointment" | "work_order" | "purchase_order" | "customer" | "connection" | "chat" | "webhook";

export type ChangePassword = {
  newPassword: string;
  oldPassword: string;
};

/** The subject of a change. */
export type ChangeSubject = {
  id: string;
  kind: ChangeKind;
};

/** What happened to a subject. */
export type ChangeType = "job.created" | "job.updated" | "job.scheduled" | "job.assigned" | "job.accepted" | "job.declined" | "job.completed" | "job.deleted" | "appointment.created" | "appointment.updated" | "appointment.scheduled" | "appointment.completed" | "appointment.deleted" | "work_order.created" | "work_order.updated" | "work_order.signed" | "work_order.deleted" | "purchase_order.created" | "purchase_order.updated" | "purchase_order.sent" | "purchase_order.seen" | "purchase_order.confirmed" | "purchase_order.received" | "purchase_order.cancelled" | "purchase_order.deleted" | "customer.created" | "customer.updated" | "customer.deleted" | "connection.requested" | "connection.accepted" | "connection.removed" | "chat.message" | "webhook.test";

/** The appointments as they are now, or would be, and those that were left as they are. */
export type ChangedAppointments = {
  appointments: Appointment[];
  kept: KeptSeriesAppointment[];
};

/** The jobs as they are now, those that were left as they were, and what the undo needs. */
export type ChangedJobs = {
  jobs: Job[];
  refused: RefusedJob[];
  undo: string;
};

/** The jobs as they are now, or would be, and those that were left as they are. */
export type ChangedSeries = {
  jobs: Job[];
  kept: KeptSeriesJob[];
};

export type Changes = {
  changes: ChangeEvent[];
  /** Where the next call goes on. */
  cursor: string;
};

/** A message of a room: a text or a picture. */
export type ChatMessage = {
  /** The address of the picture; a link that is valid for an hour or two. */
  attachment: string | null;
  /** The author's name, also after they leave their company. */
  author: PersonName;
  /** The author's company when they wrote it. */
  companyId: string;
  /** The text; empty for a picture. */
  contents: string;
  /** When it was stored. */
  dateInserted: string;
  /** Height of the picture in pixels, upright. */
  height: number | null;
  /** The message. */
  id: string;
  /** The language in which it is written; that of its author where the words do not show it. */
  language: Language;
  /** The room. */
  roomId: string;
  /** Its position in the room: 1, 2, 3 and so on, without gaps, in the order in which messages were stored. Messages are sorted and paged by it; their dates may be equal, or come from clocks that differ. */
  seq: number;
  /** A stored message is always sent. */
  status: StoredStatus;
  /** The users it mentions. */
  tags: TaggedPerson[];
  /** The temporary id that the author's browser gave it. */
  tempId: string | null;
  /** The address of its thumbnail. */
  thumb: string | null;
  /** The author. */
  userId: string;
  /** Width of the picture in pixels, upright. */
  width: number | null;
};

/** The chat of two connected companies, as one of their users sees it. */
export type ChatRoom = {
  /** The other company. */
  company: RoomCompany;
  /** Messages may be sent: the companies are connected. */
  isOpen: boolean;
  /** A connection's. */
  kind: RoomKind;
  /** The newest message. */
  lastMessage: ChatMessage | null;
  /** The room. */
  roomId: string;
  /** How far each other user has read; users who read nothing are left out. */
  seen: SeenUpTo[];
  /** Messages of others after the last one the viewer has read. */
  unread: number;
  /** All users of both companies, including the viewer. */
  userlist: RoomPerson[];
};

export type ChooseVendor = {
  vendorId?: string | null;
};

/** Why a field was refused. The code is part of the API; the message is for users. */
export type Code = "required" | "too_long" | "too_short" | "too_small" | "too_large" | "format" | "phone_format" | "email" | "range" | "choice" | "mismatch" | "too_many_decimals" | "forbidden" | "completed" | "duplicate_call_limit";

/** A company as its page shows it. */
export type Company = {
  companyType: CompanyType;
  connectionAccepted: boolean;
  connectionExists: boolean;
  description: string;
  /** Its insurance and its license, as far as the viewer may see its files. */
  documents: CompanyDocument[];
  employees: Employee[];
  files: CompanyFile[];
  id: string;
  /** The coordinates of its location, in degrees north and east; both null where they are unknown. */
  latitude: number | null;
  location: string;
  logoUrl: string | null;
  longitude: number | null;
  name: string;
  numConnections: number;
  /** The company's public page; null where there is none and the company is not the viewer's. */
  publicPage: PublicPage | null;
  qualifications: Qualification[];
  /** The time zone of its days. */
  timeZone: string;
};

/** A document that a contractor requires to be valid: of its kind the one that is valid longest. */
export type CompanyDocument = {
  /** The last day on which it is valid. */
  expiresOn: string;
  /** Insurance or license. */
  kind: DocumentKind;
};

/** A file of a company. */
export type CompanyFile = {
  /** The last day on which it is valid. */
  expiresOn: string | null;
  fileName: string;
  /** A permanent address for a public file, for any other a link that is valid for an hour or two. */
  fileUrl: string;
  id: string;
  isPublic: boolean;
  kind: DocumentKind;
};

/** The name of an assigned company. */
export type CompanyName = {
  /** The company's name. */
  name: string;
};

export type CompanySearch = {
  companyType: "contractor" | "subcontractor";
  location: string;
  name?: string | null;
  offset?: number | null;
};

export type CompanySettings = {
  description: string;
  location: string;
  name: string;
};

/** The kind of company a user works for. */
export type CompanyType = "contractor" | "subcontractor";

export type CompleteAppointment = {
  followUpNote?: string | null;
  was?: AppointmentSeen | null;
};

export type CompleteAsGuest = {
  note?: string | null;
};

export type CompleteJob = {
  isActive: boolean;
  jobId: string;
  was?: JobSeen | null;
};

/** The configuration of this installation for the web app. */
export type Config = {
  /** The address of the PMTiles file with the streets, if there is one; it changes with the file. */
  basemap: string | null;
  /** The address of the tile service's style, if there is one. */
  mapStyle: string | null;
  mapboxToken: string | null;
  translate: boolean;
  version: string;
  weather: boolean;
};

/** A price that the vendor stated, of a product that costs something else in the price list. */
export type ConfirmedPrice = {
  /** Its price as the vendor stated it. */
  confirmedCost: number;
  /** Its name in the price list. */
  name: string;
  /** The product. */
  productId: string;
  /** Its price in the price list. */
  unitCost: number;
};

/** What a connection shows of the other company. */
export type ConnectedCompany = {
  companyType: CompanyType;
  /** Its insurance and its license; none until the connection is accepted. */
  documents: CompanyDocument[];
  id: string;
  location: string;
  logoUrl: string | null;
  name: string;
};

/** Two connected companies, or an open request between them, as one of them sees it. */
export type Connection = {
  accepted: boolean;
  /** The other company. */
  companyDetails: ConnectedCompany;
  id: string;
  /** The sender's message; may be empty. */
  message: string;
  recipientId: string;
  senderId: string;
  /** Whether the viewer's company sent the request. */
  sent: boolean;
};

export type ConnectionRef = {
  id: string;
};

export type CreateAppointment = {
  address?: string | null;
  assignedToId: string;
  city?: string | null;
  companyId?: string | null;
  customerId: string;
  end?: string | null;
  lengthMinutes?: number | null;
  note?: string | null;
  start: string;
  state?: string | null;
  zip?: string | null;
};

export type CreateCategory = {
  companyId?: string | null;
  title: string;
};

export type CreateCustomer = {
  address?: string | null;
  city?: string | null;
  company?: string | null;
  companyId?: string | null;
  firstName: string;
  lastName: string;
  phone: string;
  state?: string | null;
  zip?: string | null;
};

export type CreateGuestLink = {
  allJobs?: boolean | null;
  crewMemberId?: string | null;
  email?: string | null;
  expiresOn?: string | null;
  jobId?: string | null;
  language?: "" | "english" | "spanish" | null;
  may?: (string | null)[] | null;
  name?: string | null;
  phone?: string | null;
  purchaseOrderId?: string | null;
  vendorContactId?: string | null;
};

export type CreateJob = {
  address?: string | null;
  assign?: BulkAssignment | null;
  city: string;
  color?: string | null;
  contractAmount?: number | null;
  endDate?: string | null;
  jobCustomer?: string | null;
  jobNumber?: string | null;
  newCustomer?: NewJobCustomer | null;
  note?: string | null;
  startDate?: string | null;
  state: string;
  tags?: (string | null)[] | null;
  template?: string | null;
  title: string;
  zip?: string | null;
};

export type CreateProduct = {
  categoryId: string;
  name: string;
  unitCost: number;
};

export type CreateVendorContact = {
  email: string;
  name: string;
  vendorId: string;
};

export type Credentials = {
  email: string;
  password: string;
};

/** A custom crew of a company. */
export type Crew = {
  crewMembers: CrewMember[];
  id: string;
  name: string;
};

export type CrewForm = {
  name: string;
};

/** The work of one crew, subcontractor or employee, by the lanes of the calendar. */
export type CrewLoad = {
  /** The days of these jobs in each week or month. Two jobs on one day are two days of work. */
  days: number[];
  /** How many jobs they have in the period. */
  jobs: number;
  /** The assignee. */
  lane: Lane;
  /** The sum of these. */
  total: number;
};

/** A member of a custom crew. */
export type CrewMember = {
  crewId: string;
  email: string | null;
  id: string;
  name: string;
  phone: string | null;
};

export type CrewMemberForm = {
  email?: string | null;
  name?: string | null;
  phone?: string | null;
};

/** Crew load by week or month. */
export type CrewsReport = {
  /** The assignees with jobs in it, in the order of the calendar's lanes. */
  crews: CrewLoad[];
  /** Its weeks or months in order. */
  parts: ReportDays[];
  /** The period of the report. */
  period: ReportPeriod;
};

/** A customer of a contractor. */
export type Customer = {
  address: string | null;
  city: string | null;
  company: string | null;
  companyId: string;
  firstName: string;
  id: string;
  lastName: string;
  /** As `555-555-5555`. */
  phone: string;
  state: string | null;
  zip: string | null;
};

export type CustomerForm = {
  address?: string | null;
  city?: string | null;
  company?: string | null;
  firstName: string;
  lastName: string;
  phone: string;
  state?: string | null;
  zip?: string | null;
};

/** What a list answers besides its rows. */
export type Customers = {
  customers: Customer[];
  /** The rows that the caller no longer sees. Only in answers with what has changed. */
  gone?: string[] | null;
  /** Set if a state was given from which the changes are not known: these are all rows. */
  whole?: boolean | null;
};

/** Days on which a company does not work. */
export type DayOff = {
  /** The first day. */
  from: string;
  id: string;
  reason: string | null;
  /** The last day. */
  to: string;
};

/** What a company's connections see of one of its days. */
export type DayState = "unknown" | "off" | "free" | "busy" | "full";

export type DeleteAccount = {
  code?: string | null;
  confirmation?: string | null;
  password?: string | null;
};

export type DeleteCompany = {
  code?: string | null;
  confirmation?: string | null;
  name: string;
  password?: string | null;
};

export type DeleteTag = {
  jobId: string;
  tagId: string;
};

/** Where an order is delivered. */
export type DeliveryAddress = {
  address: string | null;
  city: string;
  state: string;
  zip: string | null;
};

/** A photo of what was delivered. */
export type DeliveryPhoto = {
  dateInserted: string;
  height: number;
  id: string;
  /** The address of the photo; a link that is valid for an hour or two. */
  imgUrl: string;
  postedBy: string;
  /** The author's name, also after they leave their company. */
  postedByFirstName: string;
  postedByLastName: string;
  purchaseOrderId: string;
  /** The address of its thumbnail. */
  thumbUrl: string;
  /** Size of the photo in pixels, upright. */
  width: number;
};

/** The state of a delivery. */
export type DeliveryStatus = "pending" | "delivered" | "failed";

/** The icon of the top bar that a notification belongs to. */
export type Destination = "messages" | "connections" | "bell";

/** What kind of document a file is. */
export type DocumentKind = "insurance" | "licence" | "other";

export type EditAppointment = {
  address?: string | null;
  assignedToId: string;
  city?: string | null;
  customerId: string;
  note?: string | null;
  state?: string | null;
  was?: AppointmentDetails | null;
  zip?: string | null;
};

export type EditCategory = {
  categoryId: string;
  title: string;
};

export type EditCrewMember = {
  crewId?: string | null;
  email?: string | null;
  id: string;
  name: string;
  phone?: string | null;
  was?: CrewMemberForm | null;
};

export type EditCustomer = {
  customer?: CustomerForm | null;
  customerId: string;
  was?: CustomerForm | null | null;
};

export type EditFile = {
  expiresOn?: string | null;
  isPublic?: boolean | null;
  kind?: "insurance" | "licence" | "other" | null;
};

export type EditJob = {
  address?: string | null;
  city: string;
  jobId: string;
  state: string;
  title: string;
  was?: NewJob | null;
  zip?: string | null;
};

export type EditProduct = {
  id: string;
  name: string;
  unitCost: number;
};

export type EditVendor = {
  accountNumber?: string | null;
  name: string;
  vendorId: string;
};

export type EditVendorContact = {
  email: string;
  name: string;
  vendorContactId: string;
};

export type EditWebhook = {
  active?: boolean | null;
  events?: (string | null)[] | null;
  url?: string | null;
};

export type EditWorkOrderItem = {
  description?: string | null;
  id: string;
  itemsVersion?: number | null;
  quantity: number;
  title: string;
  unitCost: number;
  workOrderId?: string | null;
};

/** A user as a company's page shows them. */
export type Employee = {
  firstName: string;
  id: string;
  lastName: string;
  location: string;
  position: string;
  userType: UserType;
};

export type ExchangeCode = {
  code: string;
};

/** The body of every failure. */
export type Failure = {
  error: {
    code: "changed" | "conflict" | "duplicate_call_limit" | "forbidden" | "internal" | "invitation" | "malformed" | "not_found" | "too_large" | "unauthenticated" | "unsupported_media" | "validation";
    fields?: FieldError[];
    message: string;
  };
  job?: Job | GuestJob | null;
  /** The moves of many jobs, and their state. */
  moves?: ShiftMove[] | null;
  order?: WorkOrder | PurchaseOrder | null;
  /** A purchase order as its vendor sees it. */
  purchaseOrder?: GuestPurchaseOrder | null;
  state?: string | null;
  /** A work order as the holder of a link sees it. */
  workOrder?: GuestWorkOrder | null;
};

/** The user's feed, if there is one. */
export type Feed = {
  /** When it was created; null where there is none. */
  dateInserted: string | null;
  /** When a calendar last read it, to the quarter of an hour. */
  lastRead: string | null;
  /** A path of this site. Returned once, by the call that creates it: only its hash is stored. */
  url: string | null;
};

export type Feedback = {
  details: string;
  subject: string;
  type: "complaint" | "feature request" | "found a bug" | "other";
};

/** One refused field in its wire format. */
export type FieldError = {
  /** Why it was refused. */
  code: Code;
  /** The wire name of the field. */
  field: string;
  /** The message, in the user's language. */
  message: string;
};

export type FirstCode = {
  code: string;
};

export type FollowForm = {
  gapWorkdays?: number | null;
  jobId?: string | null;
};

export type FollowsForm = {
  follows: FollowForm[];
  jobId: string;
};

export type ForgotPassword = {
  email: string;
};

/** A company in the search results. */
export type FoundCompany = {
  companyType: CompanyType;
  description: string;
  id: string;
  location: string;
  logoUrl: string | null;
  name: string;
};

/** What the holder of a link may do besides reading. */
export type GuestAction = "accept" | "photos" | "notes" | "sign" | "complete";

/** Whom the holder of a link can ask. */
export type GuestContact = {
  /** The company that made the link. */
  company: string;
  /** Who made it, or an admin of the company if they have left it. */
  name: string;
  /** Their phone number. */
  phone: string | null;
};

/** A job as the holder of a link sees it. The names are those of a job's fields. */
export type GuestJob = {
  address: string | null;
  city: string;
  endDate: string | null;
  id: string;
  images: JobImage[];
  inspectionNote: string | null;
  jobNumber: string | null;
  latitude: number | null;
  longitude: number | null;
  /** Those of links and of the subcontractor. */
  notes: Note[];
  reportedComplete: ReportedComplete | null;
  startDate: string | null;
  state: string;
  status: JobStatus;
  tags: Tag[];
  title: string;
  workOrders: GuestWorkOrder[];
  zip: string | null;
};

/** Another job of the holder in the next days. */
export type GuestJobDays = {
  address: string | null;
  city: string;
  endDate: string | null;
  id: string;
  jobNumber: string | null;
  startDate: string | null;
  state: string;
  title: string;
  zip: string | null;
};

/** A link for a person without an account. */
export type GuestLink = {
  /** Whether it also shows the crew member's other jobs of the next days. */
  allJobs: boolean;
  /** Who made it. */
  createdBy: string;
  /** The crew member it was made for. */
  crewMemberId: string | null;
  /** When. */
  dateInserted: string;
  /** Where it is mailed to. */
  email: string | null;
  /** The last day, chosen or not. */
  endsOn: string;
  /** The chosen last day, in the company's time zone. */
  expiresOn: string | null;
  /** Its id, which gives no access. */
  id: string;
  /** The job that it opens. */
  jobId: string | null;
  /** The language of its page and its mails. */
  language: Language;
  /** When its page was last opened. */
  lastSeen: string | null;
  /** What the holder may do. */
  may: GuestAction[];
  /** The holder. */
  name: string;
  /** `555-555-5555`. */
  phone: string | null;
  /** The purchase order that it opens instead. */
  purchaseOrderId: string | null;
  /** The reason that the holder gave with it. */
  reason: string | null;
  /** Whether it has ended: revoked, expired, or its job was given to others. */
  revoked: boolean;
  /** The holder's answer. */
  state: GuestState;
  /** The absolute URL with the secret; only in the response that makes or renews the link. */
  url?: string | null;
  /** The vendor's contact it was made for. */
  vendorContactId: string | null;
};

export type GuestLinkRef = {
  id: string;
};

/** What a link to a purchase order shows. */
export type GuestOrderView = {
  /** Whom to ask. */
  contact: GuestContact;
  /** The last day of the link, in the company's time zone. */
  endsOn: string;
  /** The language of the page. */
  language: Language;
  /** Nothing: what a vendor may do follows from the order's status. */
  may: GuestAction[];
  /** The holder. */
  name: string;
  /** The purchase order. */
  purchaseOrder: GuestPurchaseOrder;
  /** Always pending: the answer is the order's status. */
  state: GuestState;
};

/** A purchase order as its vendor sees it. The names are those of an order's fields. */
export type GuestPurchaseOrder = {
  dateInserted: string;
  /** Where the job is. */
  deliveryAddress: DeliveryAddress;
  expectedOn: string | null;
  id: string;
  items: GuestPurchaseOrderItem[];
  remark: string | null;
  status: PurchaseOrderStatus;
  title: string;
  /** Stated by an answer. */
  version: number;
};

/** A row of a purchase order, without what the contractor calculates with. */
export type GuestPurchaseOrderItem = {
  available: boolean | null;
  categoryTitle: string;
  /** What the vendor stated itself. */
  confirmedCost: number | null;
  id: string;
  productName: string;
  quantity: number;
  received: number;
  substitute: string | null;
};

/** The holder's answer to the days of a job. */
export type GuestState = "pending" | "accepted" | "declined";

/** What a link to a job shows. */
export type GuestView = {
  /** Whom to ask. */
  contact: GuestContact;
  /** The last day of the link, in the company's time zone. */
  endsOn: string;
  /** The job. */
  job: GuestJob;
  /** The holder's other jobs of the next days, if the link shows them. */
  jobs?: GuestJobDays[] | null;
  /** The language of the page. */
  language: Language;
  /** What the holder may do. */
  may: GuestAction[];
  /** The holder. */
  name: string;
  /** The holder's answer. */
  state: GuestState;
};

/** A work order without what it costs. */
export type GuestWorkOrder = {
  id: string;
  items: GuestWorkOrderItem[];
  /** Stated by a signature. */
  itemsVersion: number;
  signOffs: SignOff[];
  title: string;
};

/** One item of work, without its price. */
export type GuestWorkOrderItem = {
  description: string | null;
  id: string;
  quantity: number;
  title: string;
};

export type HealthStatus = {
  status: string;
};

/** A day on which a company does not work. */
export type Holiday = {
  /** The day. */
  day: string;
  /** Its name. */
  name: string;
};

export type HolidayForm = {
  day?: string | null;
  name?: string | null;
};

/** The counts of an import: its outcome without the rows, of which there may be many. */
export type ImportFigures = {
  /** How many existed before. */
  alreadyThere: number;
  /** How many have a new cost, or a new contact. Only for price lists and vendors. */
  changed?: number | null;
  /** How many were created. */
  created: number;
  /** How many rows were refused. */
  refused: number;
};

export type ImportMapping = Record<string, string | null>;

/** The server's response to an import. */
export type ImportOutcome = {
  /** How many existed before. */
  alreadyThere: number;
  /** How many have a new cost, or a new contact. Only for price lists and vendors. */
  changed?: number | null;
  /** How many were created. */
  created: number;
  /** The id by which it can be undone within a day; missing from a dry run. */
  importId?: string | null;
  /** The program that exported the file, found from its headings; null where it is not known. */
  preset: ImportPreset | null;
  /** How many rows were refused. */
  refused: number;
  /** Every row, in the order of the file. */
  rows: ImportRow[];
};

/** A program whose exports are known. */
export type ImportPreset = "jobNimbus" | "accuLynx" | "jobber" | "buildertrend" | "quickBooks" | "googleContacts";

/** One row of the server's response. */
export type ImportRow = {
  /** Why it was refused. */
  errors?: FieldError[] | null;
  /** The id of what was created or changed. */
  id?: string | null;
  /** What was done with it. */
  outcome: RowOutcome;
  /** The line of the file it starts on; the headings are on line 1. */
  row: number;
};

/** The server's response when an import is stopped. */
export type ImportStopped = {
  /** What was stored, all of it, before the import was stopped; null where nothing was stored and nothing will be. */
  stored: ImportFigures | null;
};

/** The server's response when an import is undone. */
export type ImportUndone = {
  /** The ids of what the import created and is deleted now. */
  deleted: string[];
  /** The ids of what somebody changed or used since; it stays as it is. */
  kept: string[];
  /** The ids of products whose cost is again that before the import. */
  restored?: string[];
};

/** An invitation as anyone with its link sees it. */
export type Invitation = {
  companyId: string;
  companyName: string;
  email: string;
};

/** A deleted item, and the new version of the order's items. */
export type ItemDeleted = {
  id: string;
  itemsVersion: number;
};

/** A stored item, and the new version of the order's items, which its editor has seen. */
export type ItemSaved = {
  item: WorkOrderItem;
  itemsVersion: number;
};

/** A job as the app displays it. */
export type Job = {
  address: string | null;
  assignedToCompanyId: string | null;
  assignedToUserId: string | null;
  assignedToUserInfo: PersonName | null;
  calendarAssignments: CalendarAssignment[];
  city: string;
  color: string;
  /** The owner, which is the contractor. */
  companyId: string;
  /** The assigned subcontractor company. */
  companyInfo: CompanyName | null;
  contractAmount: number | null;
  contractorCompanyName: string;
  contractorId: string;
  /** The custom crew. */
  crewId: string | null;
  customCrewMemberName: string | null;
  customSubcontractorName: string | null;
  dateInserted: string;
  endDate: string | null;
  /** The jobs that it waits for, of those that the viewer sees. */
  follows: JobFollow[];
  id: string;
  inspectionNote: string | null;
  isAcceptedBySub: boolean;
  isCustom: boolean;
  jobCrewTableId: string;
  jobCustomer: string | null;
  jobNumber: string | null;
  latitude: number | null;
  longitude: number | null;
  /** The area whose center the coordinates are, where they are not those of the house. */
  placeArea?: PlaceArea | null;
  /** Reported as complete by the holder of a link; null once it is completed or reopened. */
  reportedComplete: ReportedComplete | null;
  reports: MeasurementReport[];
  startDate: string | null;
  state: string;
  status: JobStatus;
  tags: Tag[];
  title: string;
  zip: string | null;
};

/** A job that another one follows. */
export type JobFollow = {
  /** The working days between its end and the start of the one that follows. */
  gapWorkdays: number;
  /** The job that comes first. */
  jobId: string;
};

/** A picture of a job, and who uploaded it. */
export type JobImage = {
  /** The picture of the same place before the work, of one that shows it afterwards. */
  beforeId: string | null;
  /** What it shows; none if nobody has said. */
  caption: string | null;
  dateInserted: string;
  height: number;
  id: string;
  /** The address of the picture; a link that is valid for an hour or two. */
  imgUrl: string;
  jobId: string;
  /** The holder's name, of a picture by link. */
  name: string | null;
  /** None of a picture by link. */
  postedBy: string | null;
  /** The author's name, also after they leave their company; of a picture by link the holder's. */
  postedByFirstName: string;
  postedByLastName: string;
  /** The address of its thumbnail, at most [`LIMITS`]`.thumbnail_side` pixels long. */
  thumbUrl: string;
  /** Whether the holder of a link added it. */
  viaLink: boolean;
  /** Size of the picture in pixels, upright. */
  width: number;
};

export type JobInfo = {
  info: Job;
};

/** An offer as the contractor sees it. */
export type JobOffer = {
  companies: AskedCompany[];
  /** The days on which it may be done: one of these. */
  days: Span[];
  id: string;
  jobId: string;
  state: OfferState;
  /** The company that accepted it. */
  takenBy: string | null;
  /** Until when it can be accepted. */
  until: string;
};

export type JobRef = {
  jobId: string;
};

/** The id of a job that was created or deleted. */
export type JobReply = {
  id: string;
};

export type JobSchedule = {
  endDate?: string | null;
  startDate?: string | null;
};

export type JobSeen = {
  endDate?: string | null;
  startDate?: string | null;
  status?: string | null;
};

/** The status of the work. */
export type JobStatus = "active" | "complete";

/** A template as the form of a new job offers it. */
export type JobTemplate = {
  color: string;
  contractAmount: number | null;
  id: string;
  /** How many measurements it has. */
  measurements: number;
  name: string;
  /** The first note of a job that is made from it. */
  note: string | null;
  /** How many rows its work orders and purchase orders have. */
  orderRows: number;
  tags: string[];
  title: string;
  /** How long such a job takes, in working days; none if the job of the template had no days. */
  workdays: number | null;
};

export type JobTemplateName = {
  name: string;
};

/** What a list answers besides its rows. */
export type Jobs = {
  /** The rows that the caller no longer sees. Only in answers with what has changed. */
  gone?: string[] | null;
  jobs: Job[];
  /** Set if a state was given from which the changes are not known: these are all rows. */
  whole?: boolean | null;
};

/** The current status of the jobs, whatever the period. */
export type JobsNow = {
  /** Complete. */
  complete: number;
  /** Active, scheduled. */
  scheduled: number;
  /** Active, not scheduled. */
  unscheduled: number;
};

/** Jobs by status over time. Deleted jobs are not counted. */
export type JobsReport = {
  /** The current status of the jobs. */
  now: JobsNow;
  /** The period of the report. */
  period: ReportPeriod;
  /** Its weeks or months in order. */
  rows: JobsRow[];
  /** Complete jobs whose completion date is unknown: they are in no row. */
  undated: number;
};

/** One week or month. */
export type JobsRow = {
  /** Jobs that were active at its end; `None` for the future. */
  active: number | null;
  /** Jobs that were completed and still are. */
  completed: number;
  /** Jobs created. */
  created: number;
  /** Its first day. */
  from: string;
  /** Its last day. */
  to: string;
  /** Jobs on the calendar on at least one of its days, complete or not. */
  worked: number;
};

/** A job that an undo left as it is. */
export type KeptJob = {
  /** The job. */
  jobId: string;
  /** Why. */
  reason: KeptReason;
};

/** Why an undo left a job as it is. */
export type KeptReason = "answered" | "changed" | "deleted";

/** An appointment that a change of a series left as it is. */
export type KeptSeriesAppointment = {
  /** The appointment. */
  appointmentId: string;
  /** Why. */
  reason: SeriesKeptReason;
};

/** A job that a change of a series left as it is. */
export type KeptSeriesJob = {
  /** The job. */
  jobId: string;
  /** Why. */
  reason: SeriesKeptReason;
};

/** A key with its secret, which is shown only here. */
export type KeyWithSecret = {
  key: ApiKey;
  secret: string;
};

/** One row of a crew schedule. */
export type Lane = {
  /** Identifies the lane: the kind and the id, `crew:…`; `unassigned` without an id. */
  key: string;
  /** The kind of assignee. */
  kind: LaneKind;
  /** The assignee's name; null for the unassigned lane, and where the name is unknown. */
  name: string | null;
};

/** The kind of assignee; schedules display them in this order. */
export type LaneKind = "subcontractor" | "crew" | "employee" | "unassigned";

/** The language of a user. */
export type Language = "english" | "spanish";

/** A URL that a browser can open without a token. */
export type Link = {
  expiresAt: string;
  url: string;
};

/** The rooms of connections, or those of every kind. */
export type ListedRooms = {
  rooms: ChatRoom[];
} | AllRooms;

/** A text in whose translation a term was lost. */
export type LostText = {
  /** The wire name of its field. */
  field: string;
  /** The id of its record. */
  id: string;
};

/** The delivery state of a mail to one address. */
export type MailState = "waiting" | "taken" | "failed";

/** What was ordered of a product, what came of it, and what is still to come. */
export type Material = {
  name: string;
  ordered: number;
  productId: string;
  received: number;
  toCome: number;
};

/** A measurement of a job. */
export type MeasurementReport = {
  amount: number;
  id: string;
  jobId: string;
  measurement: string;
};

export type NamedProvider = {
  /** For `provider` of `GET /api/auth/login`. */
  id: string;
  name: string;
};

export type NewAccount = {
  account_type: "contractor" | "subcontractor";
  company_name: string;
  email?: string | null;
  firstName: string;
  language: "english" | "spanish";
  lastName: string;
  location: string;
  phoneNumber?: string | null;
  plan?: string | null;
  position: string;
  timeZone?: string | null;
};

export type NewApiKey = {
  expiresOn?: string | null;
  name: string;
  scopes: (string | null)[];
};

export type NewCrewMember = {
  crewId: string;
  email?: string | null;
  name: string;
  phone?: string | null;
};

export type NewDayOff = {
  from: string;
  reason?: string | null;
  to: string;
};

export type NewInvitation = {
  companyType: "contractor" | "subcontractor";
  email: string;
  userType: "admin" | "foreman" | "member" | "salesman";
};

export type NewJob = {
  address?: string | null;
  city?: string | null;
  state?: string | null;
  title?: string | null;
  zip?: string | null;
};

export type NewJobCustomer = {
  company?: string | null;
  firstName?: string | null;
  lastName?: string | null;
  phone?: string | null;
};

export type NewJobTemplate = {
  jobId: string;
  name: string;
  note?: string | null;
};

export type NewLead = {
  companyType: "contractor" | "subcontractor" | "vendor";
  details?: string | null;
  email: string;
  name: string;
  website?: string | null;
};

export type NewNote = {
  content: string;
};

export type NewOrder = {
  jobId: string;
  title?: string | null;
};

export type NewPushDevice = {
  endpoint: string;
  keys: Record<string, unknown>;
};

export type NewQualification = {
  qualification: string;
};

export type NewUserSettings = {
  companyId?: string | null;
  email: string;
  firstName: string;
  invitationId: string;
  language: "english" | "spanish";
  lastName: string;
  location: string;
  phoneNumber?: string | null;
  position: string;
  secret?: string | null;
};

export type NewWebhook = {
  events: (string | null)[];
  url: string;
};

export type NewWorkOrderItem = {
  description?: string | null;
  itemsVersion?: number | null;
  quantity: number;
  title: string;
  unitCost: number;
  workOrderId: string;
};

/** A note about a job, and its author. */
export type Note = {
  /** None of a note by link. */
  authorId: string | null;
  content: string;
  dateInserted: string;
  /** The author's name, also after they leave their company; of a note by link the holder's. */
  firstName: string;
  id: string;
  jobId: string;
  lastName: string;
  /** The holder's name, of a note by link. */
  name: string | null;
  /** Whether the holder of a link wrote it. */
  viaLink: boolean;
};

export type NoteRef = {
  noteId: string;
};

/** A notification about another user's action, as its reader sees it. */
export type Notification = {
  /** The event in a sentence. It may contain text written by a user. */
  content: string;
  /** When it happened. */
  dateInserted: string;
  /** The icon that shows the red dot. */
  destination: Destination;
  /** The notification. */
  id: string;
  /** The logo of the company that caused it. */
  image: string | null;
  /** Whether its reader has not seen it yet. */
  isNew: boolean;
  /** The route of the app with the details. */
  route: string;
  /** The id of its subject, such as a job: notifications about the same one can be shown together. */
  subject: string;
  /** The event in two or three words. */
  title: string;
};

/** How a user is notified of a group. */
export type NotificationChannel = "app" | "mail" | "digest" | "none";

/** A group and the user's setting for it. */
export type NotificationChoice = {
  /** The setting. */
  choice: NotificationChannel;
  /** The group. */
  kind: NotificationKind;
  /** What it contains for the reader's role. */
  text: string;
  /** Its name, in the reader's language. */
  title: string;
};

/** A group of events with one setting. */
export type NotificationKind = "jobs" | "answers" | "schedule" | "completion" | "workOrders" | "messages" | "tags" | "connections" | "colleagues";

/** What one company has answered to an offer. */
export type OfferAnswer = "asked" | "accepted" | "declined";

export type OfferForm = {
  connections: (string | null)[];
  days: JobSchedule[];
  jobId: string;
  until: string;
};

/** What has become of an offer. */
export type OfferState = "open" | "taken" | "withdrawn" | "ended";

/** What a company learns of a job before it has it. */
export type OfferedJob = {
  city: string;
  state: string;
  title: string;
  zip: string | null;
};

/** One room: a connection's as in the list of those, another one with its members. */
export type OneRoom = ChatRoom | RoomWithMembers;

/** An OpenAPI document. */
export type OpenApi = {
  openapi: string;
};

/** An invitation of the user's company that is still unused. */
export type OpenInvitation = {
  email: string;
  /** When its link expires. */
  expiresAt: string;
  invitationId: string;
  /** When it was sent last. */
  sentAt: string;
  userType: UserType;
};

export type OpenJobRoom = {
  jobId: string;
};

/** A recipient of an order. */
export type OrderRecipient = {
  email: string;
  /** Their name when it was sent. */
  name: string | null;
  /** Why it failed or is still waiting, in the reader's language. */
  reason: string | null;
  /** Since when it has been in that state. */
  since: string;
  state: MailState;
};

export type OrderRow = {
  productId?: string | null;
  purchaseOrderId?: string | null;
  quantity?: number | null;
};

export type OrderRows = OrderRow[] | {
  items: OrderRow[];
  version: number;
};

/** An order that was sent by mail. */
export type OrderSend = {
  /** None if the mail had no attachment. */
  fileName: string | null;
  /** The sender's name, also after they leave their company. */
  firstName: string;
  id: string;
  lastName: string;
  message: string | null;
  recipients: OrderRecipient[];
  sentAt: string;
  subject: string;
};

export type PasswordAgain = {
  password: string;
};

/** The name of an assigned employee. */
export type PersonName = {
  firstName: string;
  lastName: string;
};

/** A circle round a place, in which the house nearly always is. */
export type PlaceArea = {
  /** What is known. */
  kind: AreaKind;
  /** The radius of the circle. */
  radiusMeters: number;
};

/** The weather at one place, and the jobs there. */
export type PlaceWeather = {
  /** The days that the weather service knows, in order. */
  days: WeatherDay[];
  /** The jobs there, on these days. */
  jobIds: string[];
  /** Degrees north, rounded to about a kilometer. */
  latitude: number;
  /** Degrees east, rounded alike. */
  longitude: number;
};

/** A text prepared for a translator in the browser. */
export type PreparedText = {
  /** The wire name of its field. */
  field: string;
  /** The language of the original. */
  from: Language;
  /** The id of its record. */
  id: string;
  /** Whether no translator is needed. */
  isReady: boolean;
  /** The input for the translator after it lost a placeholder, with the terms in the other language. */
  mixed: string;
  /** The original text. */
  original: string;
  /** The input for the translator, with placeholders for the terms of the trade; the translation, if the text is ready. */
  text: string;
  /** The reader's language. */
  to: Language;
};

/** A product of a category. */
export type Product = {
  categoryId: string;
  id: string;
  name: string;
  /** Dollars. */
  unitCost: number;
};

/** A category of products. */
export type ProductCategory = {
  companyId: string;
  id: string;
  title: string;
};

/** A user, and their company if they have one. */
export type Profile = {
  company: Company | null;
  user: User;
};

export type Provider = {
  /** Whether there are accounts of this server (`local`), or only identity providers (`oidc`). */
  provider: string;
  /** The identity providers, in the operator's order, where there is more than one way to sign in. */
  providers?: NamedProvider[];
};

/** An identity provider, and whether it signs the user in. */
export type ProviderLink = {
  /** The provider's id on this server. */
  id: string;
  /** When the user linked it; null while it is not linked. */
  linkedAt: string | null;
  /** The provider's name. */
  name: string;
};

/** What a public page shows. */
export type PublicCompany = {
  companyType: CompanyType;
  description: string;
  files: PublicFile[];
  location: string;
  logoUrl: string | null;
  name: string;
  qualifications: string[];
  slug: string;
};

/** A file on a public page. */
export type PublicFile = {
  fileName: string;
  fileUrl: string;
};

/** Whether a company has a public page, and its address. */
export type PublicPage = {
  /** The last part of its address. */
  slug: string | null;
  /** May everyone see it? */
  visible: boolean;
};

/** A purchase order as the contractor sees it. */
export type PurchaseOrder = {
  dateInserted: string;
  /** Photos of what was delivered, oldest first. */
  deliveryPhotos: DeliveryPhoto[];
  /** The day on which the vendor expects to deliver. */
  expectedOn: string | null;
  id: string;
  /** In the order they were added. */
  items: PurchaseOrderItem[];
  jobId: string;
  /** What the vendor wrote in its answer. */
  remark: string | null;
  /** The mails to vendors, oldest first, with their delivery state. */
  sends: OrderSend[];
  /** How far it is. */
  status: PurchaseOrderStatus;
  title: string;
  /** The sum of the rounded lines. */
  total: number;
  /** None until a vendor is chosen, and again once that vendor is deleted. */
  vendorId: string | null;
  /** Changes with each change of the rows, the status or the receipts: a change states which version the user saw. */
  version: number;
};

/** A quantity of a product, with the product's data from when the row was added. */
export type PurchaseOrderItem = {
  /** Whether the vendor has it, once it answered for this row. */
  available: boolean | null;
  categoryId: string;
  categoryTitle: string;
  /** The price that the vendor stated in its answer; the totals stay those of `unit_cost`. */
  confirmedCost: number | null;
  id: string;
  /** Unit cost times quantity, rounded half away from zero to the cent. */
  lineTotal: number;
  productId: string;
  productName: string;
  purchaseOrderId: string;
  quantity: number;
  /** How much of it has been delivered. */
  received: number;
  /** What the vendor offers instead. */
  substitute: string | null;
  unitCost: number;
};

export type PurchaseOrderRef = {
  orderId: string;
};

/** The response to a purchase order that was sent. */
export type PurchaseOrderSent = {
  order?: PurchaseOrder | null;
  /** The contacts' addresses as stored. */
  sentTo: string[];
};

/** How far a purchase order is. */
export type PurchaseOrderStatus = "draft" | "sent" | "seen" | "confirmed" | "partlyReceived" | "received" | "closed" | "cancelled";

/** A browser that notifications are pushed to, as its user sees it. */
export type PushDevice = {
  /** When it was added. */
  dateInserted: string;
  /** The device. */
  id: string;
  /** Whether it is the one that sends the call. */
  isThis: boolean;
  /** Such as `Chrome · Android`; blank where it is unknown. */
  name: string;
};

/** A qualification that a company states. */
export type Qualification = {
  id: string;
  qualification: string;
};

export type ReadResult = {
  room: string;
  unread: number;
};

export type ReadUpTo = {
  messageId: string;
};

export type ReceiveOrder = {
  id: string;
  note?: string | null;
  overDelivery?: boolean | null;
  rows?: ReceivedRow[] | null;
  version: number;
};

/** An offer as a company that was asked sees it: nothing that tells whose roof it is. */
export type ReceivedOffer = {
  contractorCompanyName: string;
  days: Span[];
  id: string;
  job: OfferedJob;
  state: OfferState;
  until: string;
};

export type ReceivedRow = {
  id?: string | null;
  quantity?: number | null;
};

/** Why one of the jobs was left as it was: the code of the call that changes it alone. */
export type RefusalCode = "not_found" | "conflict" | "changed";

/** A job that was left as it was. */
export type RefusedJob = {
  /** Why. */
  code: RefusalCode;
  /** The job. */
  id: string;
};

export type RemoveUser = {
  userId: string;
};

export type RepeatAppointmentForm = {
  appointmentId: string;
  dryRun?: boolean | null;
  interval: number;
  times?: number | null;
  unit: string;
  until?: string | null;
};

export type RepeatJobForm = {
  dryRun?: boolean | null;
  interval: number;
  jobId: string;
  times?: number | null;
  unit: string;
  until?: string | null;
};

/** What is counted from one time to the next. */
export type RepeatUnit = "day" | "week" | "month" | "year";

/** The series, as the appointment that was repeated has it, and the appointments that were, or would be, made. */
export type RepeatedAppointments = {
  appointments: Appointment[];
  series: Series | null;
};

/** The series, as the job that was repeated has it, and the jobs that were, or would be, made. */
export type RepeatedJobs = {
  jobs: Job[];
  series: Series | null;
};

/** One week or month of a report, or the part of it within the period. */
export type ReportDays = {
  /** Its first day. */
  from: string;
  /** Its last day. */
  to: string;
};

/** The period of a report. */
export type ReportPeriod = {
  /** The unit that it is divided into. */
  by: ReportStep;
  /** Its first day. */
  from: string;
  /** Its last day. */
  to: string;
};

/** The unit that a period is divided into. */
export type ReportStep = "week" | "month";

/** The report of a link's holder that the work is done, until the contractor confirms it. */
export type ReportedComplete = {
  /** When. */
  at: string;
  /** The holder. */
  name: string;
  /** What they wrote. */
  note: string | null;
};

export type ResetPassword = {
  newPassword: string;
  token: string;
};

export type RestoreTexts = {
  answers: RestoredText[];
  kind: "appointment" | "category" | "chatMessage" | "company" | "job" | "jobNote" | "product" | "purchaseOrder" | "purchaseOrderItem" | "qualification" | "vendor" | "workOrder" | "workOrderItem";
  language: "english" | "spanish";
};

/** The jobs as they are now, and those that were left as they were. */
export type RestoredJobs = {
  jobs: Job[];
  refused: RefusedJob[];
};

/** The jobs that are back on their days, and those that were left as they are. */
export type RestoredJobs2 = {
  kept: KeptJob[];
  restored: string[];
};

export type RestoredText = {
  field?: string | null;
  id?: string | null;
  text?: string | null;
};

export type RestoredTranslations = {
  lost: LostText[];
  translations: Translation[];
};

/** What a room shows of the other company. */
export type RoomCompany = {
  companyType: CompanyType;
  id: string;
  logoUrl: string | null;
  name: string;
};

/** The job of a room. */
export type RoomJob = {
  id: string;
  title: string;
};

/** What a room is for. */
export type RoomKind = "connection" | "company" | "job";

/** A user in a room. */
export type RoomPerson = {
  companyId: string;
  firstName: string;
  id: string;
  lastName: string;
  position: string;
  userType: UserType;
};

/** What every kind of room has, as one of its members sees it. */
export type RoomSummary = {
  /** The other company; none in the room of one's own. */
  company: RoomCompany | null;
  /** Messages may be sent. */
  isOpen: boolean;
  /** The job of a job's room. */
  job: RoomJob | null;
  /** What it is for. */
  kind: RoomKind;
  /** The newest message. */
  lastMessage: ChatMessage | null;
  /** The room. */
  roomId: string;
  /** How far each other member has read; those who read nothing are left out. */
  seen: SeenUpTo[];
  /** Messages of others after the last one the viewer has read. */
  unread: number;
  /** Its members, including the viewer. */
  userIds: string[];
};

/** A room with its members. */
export type RoomWithMembers = {
  /** The other company; none in the room of one's own. */
  company: RoomCompany | null;
  /** Messages may be sent. */
  isOpen: boolean;
  /** The job of a job's room. */
  job: RoomJob | null;
  /** What it is for. */
  kind: RoomKind;
  /** The newest message. */
  lastMessage: ChatMessage | null;
  /** The room. */
  roomId: string;
  /** How far each other member has read; those who read nothing are left out. */
  seen: SeenUpTo[];
  /** Messages of others after the last one the viewer has read. */
  unread: number;
  /** Its members, including the viewer. */
  userIds: string[];
  /** Its members. */
  userlist: RoomPerson[];
};

/** What the server did with one row. */
export type RowOutcome = "created" | "changed" | "alreadyThere" | "refused";

/** The rows of an order after a change, and the order's new version, which their editor has seen. */
export type RowsSaved = {
  items: PurchaseOrderItem[];
  version: number;
};

/** A named view of the list of jobs: its filters and its order. */
export type SavedView = {
  id: string;
  /** Whether the caller saved it. */
  isOwn: boolean;
  /** Whether everybody of the company has it in their list. */
  isShared: boolean;
  name: string;
  /** The query text of the list's address, without the question mark. */
  search: string;
};

export type SavedViewForm = {
  isShared?: boolean | null;
  name: string;
  search?: string | null;
};

/** All results; kinds without any are left out. */
export type SearchAnswer = {
  /** In the order of [`SearchKind::ALL`]. */
  found: SearchGroup[];
};

/** The results of one kind. */
export type SearchGroup = {
  /** The best results, at most [`SHOWN`]. */
  hits: SearchHit[];
  /** The kind. */
  kind: SearchKind;
  /** How many results there are in all. */
  total: number;
};

/** One result. */
export type SearchHit = {
  /** What distinguishes it from others of that name: a place, a job, a position; may be blank. */
  detail: string;
  /** Its id; for a connection, that of the other company. */
  id: string;
  /** When an appointment starts. */
  start: string | null;
  /** Its name or title. */
  title: string;
};

/** What can be found, in the order of the response. */
export type SearchKind = "jobs" | "customers" | "workOrders" | "purchaseOrders" | "appointments" | "people" | "connections" | "vendors" | "products";

export type SecondFactorOff = {
  code: string;
  password: string;
};

/** What an authenticator app needs to generate codes. Shown once, during setup. */
export type SecondFactorSetup = {
  /** The URI that the app reads. */
  otpauthUri: string;
  /** The same as a QR code. */
  qrSvg: string;
  /** In base32, to type. */
  secret: string;
};

export type SecondFactorStep = {
  code: string;
  stepToken: string;
};

/** The notifications that the user has seen. Invalid ids are ignored. */
export type SeenNotifications = string[];

/** How far a user has read. */
export type SeenUpTo = {
  /** When they saw it. */
  dateSeen: string;
  /** The newest message they have seen. */
  messageId: string;
  /** The user. */
  userId: string;
};

export type SelectionForm = {
  calendars?: (string | null)[] | null;
  cities?: (string | null)[] | null;
  crews?: (string | null)[] | null;
  day?: string | null;
  jobIds?: (string | null)[] | null;
};

export type SendMessage = {
  contents: string;
  roomId: string;
  tags?: (string | null)[] | null;
  tempId?: string | null;
  userId: string;
};

export type SendPurchaseOrder = {
  contactEmails: (string | null)[];
  fileName?: string | null;
  message?: string | null;
  orderId?: string | null;
  subject?: string | null;
};

export type SendWorkOrder = {
  fileName?: string | null;
  message?: string | null;
  orderId: string;
};

/** An invitation that was just sent. */
export type SentInvitation = {
  email: string;
  invitationId: string;
  /** The address was invited before, and that invitation is still open. */
  isResendingInvitation: boolean;
  userType: UserType;
};

/** The series that a job or an appointment belongs to. */
export type Series = {
  /** How many of the series there are. */
  count: number;
  /** How many of them follow this one. */
  following: number;
  /** The series. */
  id: string;
  /** How many of them. */
  interval: number;
  /** Its place among those of the series that there are, by their days. */
  position: number;
  /** What is counted from one to the next. */
  unit: RepeatUnit;
};

export type SeriesChangeForm = {
  color?: string | null;
  contractAmount?: number | null;
  dryRun?: boolean | null;
  interval?: number | null;
  jobId: string;
  startDate?: string | null;
  title?: string | null;
  unit?: string | null;
};

/** Why a change of a series left a job as it is. */
export type SeriesKeptReason = "accepted" | "complete" | "records";

/** The response of a sign-in: a session's token, or the token of a second step. */
export type SessionStarted = {
  secondFactor?: string | null;
  token?: string | null;
};

export type SetContractAmount = {
  contractAmount?: number | null;
  jobId: string;
};

export type SetImageCaption = {
  caption?: string | null;
  imageId: string;
};

export type SetImagePair = {
  beforeId?: string | null;
  imageId: string;
};

export type SetInspectionNote = {
  inspectionNote?: string | null;
  jobId: string;
};

export type SetJobCustomer = {
  jobCustomer?: string | null;
  jobId: string;
};

export type SetJobNumber = {
  jobId: string;
  jobNumber?: string | null;
};

export type SetNotificationChoice = {
  choice: "app" | "digest" | "mail" | "none";
  kind: "answers" | "colleagues" | "completion" | "connections" | "jobs" | "messages" | "schedule" | "tags" | "workOrders";
};

export type SetOrderStatus = {
  expectedOn?: string | null;
  id: string;
  status: string;
  version: number;
};

export type SetPublicPage = {
  slug?: string | null;
  visible: boolean;
};

export type SetSchedule = {
  endDate: string;
  jobId: string;
  startDate: string;
};

export type SetTimeZone = {
  timeZone: string;
};

export type SetVendorReminders = {
  enabled: boolean;
};

/** What connected companies see of a company's days. */
export type Sharing = "none" | "busy" | "count";

export type ShiftForm = {
  adjust?: AdjustmentForm[] | null;
  dryRun?: boolean | null;
  reason?: string | null;
  selection: SelectionForm;
  state?: string | null;
  to?: string | null;
  withFollowing?: boolean | null;
  workdays?: number | null;
};

/** The move of one job. */
export type ShiftMove = {
  /** The companies that had accepted it, and are asked again. */
  asksAgain: string[];
  /** The job. */
  jobId: string;
  /** The active jobs of the same crew, employee or company on these days. */
  overlaps: string[];
  /** Its days so far. */
  was: Span;
  /** Its days from now on. */
  will: Span;
};

/** The moves, and the state that stands for them. Once they are stored, the id of the whole. */
export type ShiftedJobs = {
  moves: ShiftMove[];
  shiftId?: string | null;
  state: string;
};

export type SignAsGuest = {
  name: string;
  seen: number;
  workOrderId: string;
};

/** With what a user signs in. */
export type SignInMethods = {
  /** Whether the user has a password. */
  hasPassword: boolean;
  /** The identity providers that can be linked; none where one provider is the only way to sign in. */
  providers: ProviderLink[];
  /** Whether this session began recently enough to change this. */
  signedInRecently: boolean;
};

/** Who signed a work order, and when. */
export type SignOff = {
  /** Whether the items have changed since they were signed. */
  changedSince: boolean;
  /** The signer's name, also after they leave their company; by link the name that was signed with. */
  firstName: string;
  id: string;
  lastName: string;
  /** The name that was signed with, by link. */
  name: string | null;
  signedAt: string;
  /** None of a signature by link. */
  userId: string | null;
  /** Whether it was signed by link. */
  viaLink: boolean;
};

export type SignWorkOrder = {
  itemsVersion?: number | null;
  orderId: string;
};

/** The days a job is on the calendar, both included. */
export type Span = {
  /** Last day worked. */
  endDate: string;
  /** First day worked. */
  startDate: string;
};

export type StopAppointments = {
  appointmentId: string;
  withThis?: boolean | null;
};

export type StopSeries = {
  jobId: string;
  withThis?: boolean | null;
};

/** The appointments that are gone, and those that were left as they are. */
export type StoppedAppointments = {
  deleted: string[];
  kept: KeptSeriesAppointment[];
};

/** The jobs that are gone, and those that were left as they are. */
export type StoppedSeries = {
  deleted: string[];
  kept: KeptSeriesJob[];
};

export type StoredId = {
  id: string;
};

export type StoredId2 = {
  id: string;
};

/** The status of a stored message; the browser has others. */
export type StoredStatus = "sent";

/** Names of rooms, as in a socket's own frame. */
export type Subscribe = {
  /** The rooms. */
  rooms: string[];
};

/** A tag of a job. */
export type Tag = {
  content: string;
  id: string;
  jobId: string;
};

/** A user that a message mentions. */
export type TaggedPerson = {
  firstName: string;
  id: string;
  lastName: string;
};

export type TakeJobBack = {
  endDate?: string | null;
  jobCrewTableId: string;
  startDate?: string | null;
};

/** The overview, of what its reader may see, on the company's day. */
export type Today = {
  /** The jobs that run on this day, of either status. */
  jobs: Job[];
  /** Active jobs whose last day has passed. */
  overdue: Job[];
  /** The company's files that expire within 30 days or have expired, the earliest first. */
  papers: CompanyFile[];
  /** Messages of others that the reader has not read. */
  unread: number;
  /** Active jobs without days. */
  unscheduled: Job[];
  /** What waits for somebody. */
  waiting: Waiting;
};

export type Translate = {
  ids: (string | null)[];
  kind: "appointment" | "category" | "chatMessage" | "company" | "job" | "jobNote" | "product" | "purchaseOrder" | "purchaseOrderItem" | "qualification" | "vendor" | "workOrder" | "workOrderItem";
  language: "english" | "spanish";
};

/** A text in both languages. */
export type Translation = {
  /** The wire name of its field. */
  field: string;
  /** The language of the original. Where that is the reader's, both texts are the same. */
  from: Language;
  /** The id of its record. */
  id: string;
  /** The original text. */
  original: string;
  /** The text in the reader's language. */
  text: string;
  /** The reader's language. */
  to: Language;
};

export type UndoBulk = {
  undo: string;
};

export type UseConfirmedPrices = {
  id: string;
  productIds: (string | null)[];
  version: number;
};

/** A signed-in user. */
export type User = {
  accountCreationComplete: boolean;
  companyId: string | null;
  email: string;
  firstName: string;
  id: string;
  language: Language;
  lastName: string;
  location: string;
  phoneNumber: string | null;
  position: string;
  userType: UserType;
};

export type UserSettings = {
  firstName: string;
  language: "english" | "spanish";
  lastName: string;
  location: string;
  phoneNumber?: string | null;
  position: string;
};

/** A user's role inside the company. */
export type UserType = "admin" | "member" | "salesman" | "foreman";

/** Scheduled against unscheduled value. */
export type ValueReport = {
  /** Jobs that start after it. */
  after: ValueSum;
  /** Jobs that started before it and are not complete. */
  before: ValueSum;
  /** The period of the report. */
  period: ReportPeriod;
  /** Its weeks or months in order. */
  rows: ValueRow[];
  /** All jobs that start in the period. */
  scheduled: ValueSum;
  /** Jobs without dates. */
  unscheduled: ValueSum;
};

/** One week or month: the jobs that start in it, each with its whole amount. */
export type ValueRow = {
  /** Its first day. */
  from: string;
  /** The jobs that start in it. */
  sum: ValueSum;
  /** Its last day. */
  to: string;
};

/** A number of jobs and their value. */
export type ValueSum = {
  /** How many jobs there are. */
  jobs: number;
  /** The sum of their contract amounts. */
  value: number;
  /** How many have no contract amount. */
  withoutAmount: number;
};

/** A vendor. */
export type Vendor = {
  /** The contractor's account number at the vendor. */
  accountNumber: string | null;
  companyId: string;
  id: string;
  name: string;
};

/** A contact at a vendor. */
export type VendorContact = {
  email: string;
  id: string;
  name: string;
  vendorId: string;
};

export type VendorForm = {
  accountNumber?: string | null;
  name: string;
};

/** Whether a company's vendors are reminded of their orders by mail. */
export type VendorReminders = {
  /** Yes, until an admin turns it off. */
  enabled: boolean;
};

/** The orders of one vendor. */
export type VendorRow = {
  /** How many should have come by now. */
  late: number;
  /** The vendor's name. */
  name: string | null;
  /** How many orders there are. */
  orders: number;
  /** How many were sent by mail. */
  sent: number;
  /** The sum of their totals. */
  total: number;
  /** The vendor; `None` for orders without one. */
  vendorId: string | null;
};

export type VendorsAndContacts = {
  vendorContacts: VendorContact[];
  vendors: Vendor[];
};

/** Purchase orders by vendor. */
export type VendorsReport = {
  /** How many should have come by now. */
  late: number;
  /** The number of all orders. */
  orders: number;
  /** The period of the report. */
  period: ReportPeriod;
  /** What was ordered, by name. */
  products: Material[];
  /** How many were sent by mail. */
  sent: number;
  /** The sum of all totals. */
  total: number;
  /** The vendors, by total, largest first; orders without a vendor last. */
  vendors: VendorRow[];
};

export type VerifyEmail = {
  token: string;
};

/** What waits for somebody. */
export type Waiting = {
  /** Active jobs whose subcontractor has not answered. */
  assignments: Job[];
  /** Requests of other companies to connect. */
  connections: Connection[];
  /** Purchase orders that were sent and neither confirmed nor received, or are late. */
  orders: PurchaseOrder[];
  /** Work orders of active jobs that nobody has signed. */
  signatures: WorkOrder[];
};

/** The forecast of one day at a place. What the weather service does not know is null. */
export type WeatherDay = {
  /** The day, at the place. */
  day: string;
  /** The highest temperature, in degrees Celsius. */
  maxC: number | null;
  /** The lowest temperature, in degrees Celsius. */
  minC: number | null;
  /** Rain and snow, in millimeters of water. */
  precipitationMm: number | null;
  /** The highest probability of any, in percent. */
  precipitationProbability: number | null;
  /** The strongest wind, in kilometers an hour. */
  windKmh: number | null;
};

/** A webhook of a company, without its secret. */
export type Webhook = {
  /** Whether changes are sent. */
  active: boolean;
  /** When it was disabled, because its receiver did not answer or asked for it. */
  disabledAt: string | null;
  /** The types of changes, such as `job.created`, `job.*` or `*`. */
  events: string[];
  /** The webhook. */
  id: string;
  /** The address to which changes are sent. */
  url: string;
};

/** A change on its way to a webhook. */
export type WebhookDelivery = {
  /** When it was queued. */
  createdAt: string;
  /** The type of the change. */
  event: string;
  /** The delivery. */
  id: string;
  /** The `webhook-id` of its tries: the same when it is delivered again. */
  messageId: string;
  /** When it is tried next; none while another change of its subject goes first. */
  nextTryAt: string | null;
  /** The beginning of that answer, or why there was none. */
  response: string | null;
  /** The status of the receiver's last answer. */
  responseStatus: number | null;
  /** Its state. */
  status: DeliveryStatus;
  /** How often it was tried. */
  tries: number;
};

/** A webhook with its secret, which is shown only here. */
export type WebhookWithSecret = {
  secret: string;
  webhook: Webhook;
};

/** The hours of a working day, as `HH:MM`. */
export type WorkHours = {
  /** When it ends. */
  end: string;
  /** When work begins. */
  start: string;
};

export type WorkHoursForm = {
  end?: string | null;
  start?: string | null;
};

/** A work order as all users who see its job see it. */
export type WorkOrder = {
  dateInserted: string;
  id: string;
  /** Changes with each change of an item: a signature states which version the user saw. */
  itemsVersion: number;
  jobId: string;
  /** In the order they were added. */
  orderItems: WorkOrderItem[];
  /** The mails to the subcontractor, oldest first, with their delivery state. Only the contractor sees them. */
  sends: OrderSend[];
  /** In the order they were signed. */
  signOffs: SignOff[];
  title: string;
  /** The sum of the rounded lines. */
  total: number;
};

/** One item of work, and its price. */
export type WorkOrderItem = {
  description: string | null;
  id: string;
  /** Unit cost times quantity, rounded half away from zero to the cent. */
  lineTotal: number;
  quantity: number;
  title: string;
  unitCost: number;
  workOrderId: string;
};

/** The days on which a company works. */
export type Workdays = {
  /** In order, each day once. */
  holidays: Holiday[];
  /** The hours of a working day, where the company has set them. */
  hours: WorkHours | null;
  /** 1 is Monday; in order, each once. */
  weekdays: number[];
};

export type WorkdaysForm = {
  holidays?: HolidayForm[] | null;
  hours?: WorkHoursForm | null;
  weekdays: number[];
};

/** Every call, by the name of its operation. */
export const ridgeline = (options: RidgelineOptions) => {
  const call = caller(options);
  return {
    /** Of company `GET /api/activity`, scope `company.edit` */
    activityOfCompany: (input: { action?: string; actor?: string; before?: string; from?: string; job?: string; kind?: string; text?: string; to?: string } = {}) => call<ActivityPage>({"answer":"json","body":"none","method":"GET","path":"/api/activity","query":["action","actor","before","from","job","kind","text","to"]}, input),
    /** Choices `GET /api/activity/choices`, scope `company.edit` */
    activityChoices: () => call<ActivityChoices>({"answer":"json","body":"none","method":"GET","path":"/api/activity/choices","query":[]}, {}),
    /** Export `GET /api/activity/export`, scope `company.edit` */
    activityExport: (input: { action?: string; actor?: string; before?: string; from?: string; job?: string; kind?: string; text?: string; to?: string } = {}) => call<string>({"answer":"text","body":"none","method":"GET","path":"/api/activity/export","query":["action","actor","before","from","job","kind","text","to"]}, input),
    /** Of job `GET /api/activity/job/{id}`, scope `read` */
    activityOfJob: (input: { id: string; action?: string; actor?: string; before?: string; from?: string; job?: string; kind?: string; text?: string; to?: string }) => call<ActivityPage>({"answer":"json","body":"none","method":"GET","path":"/api/activity/job/{id}","query":["action","actor","before","from","job","kind","text","to"]}, input),
    /** List `GET /api/api_keys/all`, not for API keys */
    apiKeysList: () => call<{
      keys: ApiKey[];
    }>({"answer":"json","body":"none","method":"GET","path":"/api/api_keys/all","query":[]}, {}),
    /** Create `POST /api/api_keys/create`, not for API keys */
    apiKeysCreate: (input: { body: NewApiKey; idempotencyKey?: string }) => call<KeyWithSecret>({"answer":"json","body":"json","method":"POST","path":"/api/api_keys/create","query":[]}, input),
    /** Renew `POST /api/api_keys/renew`, not for API keys */
    apiKeysRenew: (input: { body: ApiKeyRef; idempotencyKey?: string }) => call<KeyWithSecret>({"answer":"json","body":"json","method":"POST","path":"/api/api_keys/renew","query":[]}, input),
    /** Delete `DELETE /api/api_keys/{id}`, not for API keys */
    apiKeysDelete: (input: { id: string; idempotencyKey?: string }) => call<{
      id: string;
    }>({"answer":"json","body":"none","method":"DELETE","path":"/api/api_keys/{id}","query":[]}, input),
    /** Change `POST /api/appointment_series/change`, scope `appointments.edit` */
    calendarSeriesChangesChange: (input: { body: AppointmentSeriesForm; idempotencyKey?: string }) => call<ChangedAppointments>({"answer":"json","body":"json","method":"POST","path":"/api/appointment_series/change","query":[]}, input),
    /** Create `POST /api/appointment_series/create`, scope `appointments.create` */
    calendarSeriesCreate: (input: { body: RepeatAppointmentForm; idempotencyKey?: string }) => call<RepeatedAppointments>({"answer":"json","body":"json","method":"POST","path":"/api/appointment_series/create","query":[]}, input),
    /** Stop `POST /api/appointment_series/stop`, scope `appointments.edit` */
    calendarSeriesChangesStop: (input: { body: StopAppointments; idempotencyKey?: string }) => call<StoppedAppointments>({"answer":"json","body":"json","method":"POST","path":"/api/appointment_series/stop","query":[]}, input),
    /** Find `GET /api/appointment_series/{appointmentId}`, scope `appointments.view` */
    calendarSeriesFind: (input: { appointmentId: string }) => call<{
      series: Series | null;
    }>({"answer":"json","body":"none","method":"GET","path":"/api/appointment_series/{appointmentId}","query":[]}, input),
    /** Assign `POST /api/appointments/assignToCalendar`, scope `appointments.edit` */
    calendarAppointmentsAssign: (input: { body: AssignAppointment; idempotencyKey?: string }) => call<{
      assignment: AppointmentCalendarAssignment[];
    }>({"answer":"json","body":"json","method":"POST","path":"/api/appointments/assignToCalendar","query":[]}, input),
    /** Set color `PUT /api/appointments/color/{id}`, scope `appointments.edit` */
    calendarAppointmentsSetColor: (input: { id: string; body: AppointmentColor; idempotencyKey?: string }) => call<{
      appointment: Appointment;
    }>({"answer":"json","body":"json","method":"PUT","path":"/api/appointments/color/{id}","query":[]}, input),
    /** List `GET /api/appointments/company`, scope `appointments.view` */
    calendarAppointmentsList: (input: { since?: string } = {}) => call<Appointments>({"answer":"json","body":"none","method":"GET","path":"/api/appointments/company","query":["since"]}, input),
    /** Complete `PUT /api/appointments/complete/{id}`, scope `appointments.complete` */
    calendarAppointmentsComplete: (input: { id: string; body: CompleteAppointment; idempotencyKey?: string }) => call<{
      appointment: Appointment;
    }>({"answer":"json","body":"json","method":"PUT","path":"/api/appointments/complete/{id}","query":[]}, input),
    /** Create `POST /api/appointments/create`, scope `appointments.create` */
    calendarAppointmentsCreate: (input: { body: CreateAppointment; idempotencyKey?: string }) => call<{
      appointment: Appointment;
    }>({"answer":"json","body":"json","method":"POST","path":"/api/appointments/create","query":[]}, input),
    /** Delete `DELETE /api/appointments/delete/{id}`, scope `appointments.edit` */
    calendarAppointmentsDelete: (input: { id: string; idempotencyKey?: string }) => call<{
      id: string;
    }>({"answer":"json","body":"none","method":"DELETE","path":"/api/appointments/delete/{id}","query":[]}, input),
    /** Set details `PUT /api/appointments/details/{id}`, scope `appointments.edit` */
    calendarAppointmentsSetDetails: (input: { id: string; body: EditAppointment; idempotencyKey?: string }) => call<{
      appointment: Appointment;
    }>({"answer":"json","body":"json","method":"PUT","path":"/api/appointments/details/{id}","query":[]}, input),
    /** Set schedule `PUT /api/appointments/schedule/{id}`, scope `appointments.schedule` */
    calendarAppointmentsSetSchedule: (input: { id: string; body: AppointmentTimes; idempotencyKey?: string }) => call<{
      appointment: Appointment;
    }>({"answer":"json","body":"json","method":"PUT","path":"/api/appointments/schedule/{id}","query":[]}, input),
    /** Find `GET /api/auth/account`, not for API keys */
    accountsAccountFind: () => call<{
      account: Account;
    }>({"answer":"json","body":"none","method":"GET","path":"/api/auth/account","query":[]}, {}),
    /** Callback `GET /api/auth/callback`, not for API keys */
    accountsOidcCallback: (input: { code?: string; error?: string; iss?: string; state?: string } = {}) => call<void>({"answer":"none","body":"none","method":"GET","path":"/api/auth/callback","query":["code","error","iss","state"]}, input),
    /** Callback of one `GET /api/auth/callback/{id}`, not for API keys */
    accountsOidcCallbackOfOne: (input: { id: string; code?: string; error?: string; iss?: string; state?: string }) => call<void>({"answer":"none","body":"none","method":"GET","path":"/api/auth/callback/{id}","query":["code","error","iss","state"]}, input),
    /** Config `GET /api/auth/config`, not for API keys */
    accountsPasswordSignInConfig: () => call<Provider>({"answer":"json","body":"none","method":"GET","path":"/api/auth/config","query":[]}, {}),
    /** Create account `POST /api/auth/createNewAccountWithCompany`, not for API keys */
    accountsProfileCreateAccount: (input: { body: NewAccount; idempotencyKey?: string }) => call<Profile>({"answer":"json","body":"json","method":"POST","path":"/api/auth/createNewAccountWithCompany","query":[]}, input),
    /** Delete account `POST /api/auth/deleteAccount`, not for API keys */
    accountsDeletionDeleteAccount: (input: { body: DeleteAccount; idempotencyKey?: string }) => call<{
      id: string;
    }>({"answer":"json","body":"json","method":"POST","path":"/api/auth/deleteAccount","query":[]}, input),
    /** Exchange `POST /api/auth/exchange`, not for API keys */
    accountsOidcExchange: (input: { body: ExchangeCode }) => call<SessionStarted>({"answer":"json","body":"json","method":"POST","path":"/api/auth/exchange","query":[]}, input),
    /** Fetch `GET /api/auth/fetchProfile`, not for API keys */
    accountsProfileFetch: () => call<Profile>({"answer":"json","body":"none","method":"GET","path":"/api/auth/fetchProfile","query":[]}, {}),
    /** Change `POST /api/auth/local/changePassword`, not for API keys */
    accountsPasswordsChange: (input: { body: ChangePassword; idempotencyKey?: string }) => call<{
      account: Account;
    }>({"answer":"json","body":"json","method":"POST","path":"/api/auth/local/changePassword","query":[]}, input),
    /** Forgot `POST /api/auth/local/forgotPassword`, not for API keys */
    accountsPasswordsForgot: (input: { body: ForgotPassword }) => call<void>({"answer":"none","body":"json","method":"POST","path":"/api/auth/local/forgotPassword","query":[]}, input),
    /** Log in `POST /api/auth/local/login`, not for API keys */
    accountsPasswordSignInLogIn: (input: { body: Credentials }) => call<SessionStarted>({"answer":"json","body":"json","method":"POST","path":"/api/auth/local/login","query":[]}, input),
    /** Resend `POST /api/auth/local/resendVerification`, not for API keys */
    accountsEmailVerificationResend: (input: { idempotencyKey?: string } = {}) => call<{
      sentTo: string;
    }>({"answer":"json","body":"none","method":"POST","path":"/api/auth/local/resendVerification","query":[]}, input),
    /** Reset `POST /api/auth/local/resetPassword`, not for API keys */
    accountsPasswordsReset: (input: { body: ResetPassword }) => call<SessionStarted>({"answer":"json","body":"json","method":"POST","path":"/api/auth/local/resetPassword","query":[]}, input),
    /** Step `POST /api/auth/local/secondFactor`, not for API keys */
    accountsSecondFactorStep: (input: { body: SecondFactorStep }) => call<SessionStarted>({"answer":"json","body":"json","method":"POST","path":"/api/auth/local/secondFactor","query":[]}, input),
    /** Begin `POST /api/auth/local/secondFactor/begin`, not for API keys */
    accountsSecondFactorBegin: (input: { body: PasswordAgain; idempotencyKey?: string }) => call<{
      secondFactor: SecondFactorSetup;
    }>({"answer":"json","body":"json","method":"POST","path":"/api/auth/local/secondFactor/begin","query":[]}, input),
    /** Confirm `POST /api/auth/local/secondFactor/confirm`, not for API keys */
    accountsSecondFactorConfirm: (input: { body: FirstCode; idempotencyKey?: string }) => call<{
      recoveryCodes: string[];
    }>({"answer":"json","body":"json","method":"POST","path":"/api/auth/local/secondFactor/confirm","query":[]}, input),
    /** Turn off `POST /api/auth/local/secondFactor/off`, not for API keys */
    accountsSecondFactorTurnOff: (input: { body: SecondFactorOff; idempotencyKey?: string }) => call<{
      account: Account;
    }>({"answer":"json","body":"json","method":"POST","path":"/api/auth/local/secondFactor/off","query":[]}, input),
    /** Renew codes `POST /api/auth/local/secondFactor/recoveryCodes`, not for API keys */
    accountsSecondFactorRenewCodes: (input: { body: PasswordAgain; idempotencyKey?: string }) => call<{
      recoveryCodes: string[];
    }>({"answer":"json","body":"json","method":"POST","path":"/api/auth/local/secondFactor/recoveryCodes","query":[]}, input),
    /** Sign up `POST /api/auth/local/signup`, not for API keys */
    accountsPasswordSignInSignUp: (input: { body: Credentials }) => call<SessionStarted>({"answer":"json","body":"json","method":"POST","path":"/api/auth/local/signup","query":[]}, input),
    /** Verify `POST /api/auth/local/verifyEmail`, not for API keys */
    accountsEmailVerificationVerify: (input: { body: VerifyEmail }) => call<{
      email: string;
    }>({"answer":"json","body":"json","method":"POST","path":"/api/auth/local/verifyEmail","query":[]}, input),
    /** Login page `GET /api/auth/login`, not for API keys */
    accountsPasswordSignInLoginPage: (input: { again?: string | number | boolean; provider?: string; return_to?: string; screen_hint?: string; sent_here?: string | number | boolean } = {}) => call<void>({"answer":"none","body":"none","method":"GET","path":"/api/auth/login","query":["again","provider","return_to","screen_hint","sent_here"]}, input),
    /** Log out `POST /api/auth/logout`, not for API keys */
    accountsPasswordSignInLogOut: (input: { idempotencyKey?: string } = {}) => call<void>({"answer":"none","body":"none","method":"POST","path":"/api/auth/logout","query":[]}, input),
    /** List `GET /api/auth/sessions`, not for API keys */
    accountsSessionsList: () => call<{
      sessions: ActiveSession[];
    }>({"answer":"json","body":"none","method":"GET","path":"/api/auth/sessions","query":[]}, {}),
    /** End others `POST /api/auth/sessions/endOthers`, not for API keys */
    accountsSessionsEndOthers: (input: { idempotencyKey?: string } = {}) => call<{
      ended: number;
    }>({"answer":"json","body":"none","method":"POST","path":"/api/auth/sessions/endOthers","query":[]}, input),
    /** End `DELETE /api/auth/sessions/{id}`, not for API keys */
    accountsSessionsEnd: (input: { id: string; idempotencyKey?: string }) => call<{
      id: string;
    }>({"answer":"json","body":"none","method":"DELETE","path":"/api/auth/sessions/{id}","query":[]}, input),
    /** List `GET /api/auth/signInMethods`, not for API keys */
    accountsSignInMethodsList: () => call<{
      signInMethods: SignInMethods;
    }>({"answer":"json","body":"none","method":"GET","path":"/api/auth/signInMethods","query":[]}, {}),
    /** Unlink `DELETE /api/auth/signInMethods/{id}`, not for API keys */
    accountsSignInMethodsUnlink: (input: { id: string; idempotencyKey?: string }) => call<{
      signInMethods: SignInMethods;
    }>({"answer":"json","body":"none","method":"DELETE","path":"/api/auth/signInMethods/{id}","query":[]}, input),
    /** Link `POST /api/auth/signInMethods/{id}/link`, not for API keys */
    accountsSignInMethodsLink: (input: { id: string; idempotencyKey?: string }) => call<{
      url: string;
    }>({"answer":"json","body":"none","method":"POST","path":"/api/auth/signInMethods/{id}/link","query":[]}, input),
    /** Update `POST /api/auth/user/update`, not for API keys */
    accountsProfileUpdate: (input: { body: UserSettings; idempotencyKey?: string }) => call<{
      user: User;
    }>({"answer":"json","body":"json","method":"POST","path":"/api/auth/user/update","query":[]}, input),
    /** Find `GET /api/availability`, scope `jobs.schedule` */
    planningAvailabilityFind: (input: { connections?: string; from?: string; to?: string } = {}) => call<{
      companies: Availability[];
    }>({"answer":"json","body":"none","method":"GET","path":"/api/availability","query":["connections","from","to"]}, input),
    /** Assign `POST /api/calendar/assign`, scope `jobs.calendarAssign` */
    calendarCalendarsAssign: (input: { body: AssignToCalendar; idempotencyKey?: string }) => call<{
      assignment: CalendarAssignment[];
    }>({"answer":"json","body":"json","method":"POST","path":"/api/calendar/assign","query":[]}, input),
    /** List `GET /api/calendar/calendars/{companyId}`, scope `read` */
    calendarCalendarsList: (input: { companyId: string }) => call<{
      calendars: Calendar[];
    }>({"answer":"json","body":"none","method":"GET","path":"/api/calendar/calendars/{companyId}","query":[]}, input),
    /** Delete `DELETE /api/calendar/delete/{id}`, scope `calendars.manage` */
    calendarCalendarsDelete: (input: { id: string; idempotencyKey?: string }) => call<{
      id: string;
    }>({"answer":"json","body":"none","method":"DELETE","path":"/api/calendar/delete/{id}","query":[]}, input),
    /** End `DELETE /api/calendar/feed`, not for API keys */
    calendarFeedsEnd: (input: { idempotencyKey?: string } = {}) => call<{
      feed: Feed;
    }>({"answer":"json","body":"none","method":"DELETE","path":"/api/calendar/feed","query":[]}, input),
    /** Own `GET /api/calendar/feed`, scope `read` */
    calendarFeedsOwn: () => call<{
      feed: Feed;
    }>({"answer":"json","body":"none","method":"GET","path":"/api/calendar/feed","query":[]}, {}),
    /** Make `POST /api/calendar/feed`, not for API keys */
    calendarFeedsMake: (input: { idempotencyKey?: string } = {}) => call<{
      feed: Feed;
    }>({"answer":"json","body":"none","method":"POST","path":"/api/calendar/feed","query":[]}, input),
    /** Create `POST /api/calendar/new`, scope `calendars.manage` */
    calendarCalendarsCreate: (input: { body: CalendarForm; idempotencyKey?: string }) => call<{
      calendar: Calendar;
    }>({"answer":"json","body":"json","method":"POST","path":"/api/calendar/new","query":[]}, input),
    /** List `GET /api/changes`, scope `read` */
    changesList: (input: { after?: string; kinds?: string; limit?: string } = {}) => call<Changes>({"answer":"json","body":"none","method":"GET","path":"/api/changes","query":["after","kinds","limit"]}, input),
    /** Messages `GET /api/chat/messages/room/{roomId}`, scope `read` */
    chatMessages: (input: { roomId: string; after?: string; read?: string | number | boolean }) => call<{
      messages: ChatMessage[];
    }>({"answer":"json","body":"none","method":"GET","path":"/api/chat/messages/room/{roomId}","query":["after","read"]}, input),
    /** Read `POST /api/chat/read/{roomId}`, not for API keys */
    chatRead: (input: { roomId: string; body: ReadUpTo; idempotencyKey?: string }) => call<ReadResult>({"answer":"json","body":"json","method":"POST","path":"/api/chat/read/{roomId}","query":[]}, input),
    /** One `GET /api/chat/room/{id}`, scope `read` */
    chatRoomsOne: (input: { id: string }) => call<{
      room: OneRoom;
    }>({"answer":"json","body":"none","method":"GET","path":"/api/chat/room/{id}","query":[]}, input),
    /** List `GET /api/chat/rooms`, scope `read` */
    chatRoomsList: (input: { kinds?: string } = {}) => call<ListedRooms>({"answer":"json","body":"none","method":"GET","path":"/api/chat/rooms","query":["kinds"]}, input),
    /** Open for job `POST /api/chat/rooms/job`, scope `chat.send` */
    chatRoomsOpenForJob: (input: { body: OpenJobRoom; idempotencyKey?: string }) => call<{
      room: OneRoom;
    }>({"answer":"json","body":"json","method":"POST","path":"/api/chat/rooms/job","query":[]}, input),
    /** Send `POST /api/chat/sendAttachment/{roomId}`, scope `chat.send` */
    chatPicturesSend: (input: { roomId: string; upload?: string; body: {
        image: Blob;
        tags?: string[];
        tempId?: string;
      }; idempotencyKey?: string }) => call<{
      message: ChatMessage;
    }>({"answer":"json","body":"form","method":"POST","path":"/api/chat/sendAttachment/{roomId}","query":["upload"]}, input),
    /** Send `POST /api/chat/sendMessage`, scope `chat.send` */
    chatSend: (input: { body: SendMessage; idempotencyKey?: string }) => call<{
      message: ChatMessage;
    }>({"answer":"json","body":"json","method":"POST","path":"/api/chat/sendMessage","query":[]}, input),
    /** Subscribe `POST /api/chat/subscribe`, not for API keys */
    liveRoutesSubscribe: (input: { body: Subscribe; idempotencyKey?: string }) => call<{
      rooms: string[];
    }>({"answer":"json","body":"json","method":"POST","path":"/api/chat/subscribe","query":[]}, input),
    /** Find `GET /api/company/capacity`, scope `read` */
    planningCapacityFind: () => call<{
      capacity: Capacity;
    }>({"answer":"json","body":"none","method":"GET","path":"/api/company/capacity","query":[]}, {}),
    /** Set `PUT /api/company/capacity`, scope `company.edit` */
    planningCapacitySet: (input: { body: CapacityForm; idempotencyKey?: string }) => call<{
      capacity: Capacity;
    }>({"answer":"json","body":"json","method":"PUT","path":"/api/company/capacity","query":[]}, input),
    /** Days off `GET /api/company/daysOff`, scope `read` */
    planningCapacityDaysOff: () => call<{
      daysOff: DayOff[];
    }>({"answer":"json","body":"none","method":"GET","path":"/api/company/daysOff","query":[]}, {}),
    /** Add day off `PUT /api/company/daysOff`, scope `company.edit` */
    planningCapacityAddDayOff: (input: { body: NewDayOff; idempotencyKey?: string }) => call<{
      dayOff: DayOff;
    }>({"answer":"json","body":"json","method":"PUT","path":"/api/company/daysOff","query":[]}, input),
    /** Delete day off `DELETE /api/company/daysOff/{id}`, scope `company.edit` */
    planningCapacityDeleteDayOff: (input: { id: string; idempotencyKey?: string }) => call<{
      id: string;
    }>({"answer":"json","body":"none","method":"DELETE","path":"/api/company/daysOff/{id}","query":[]}, input),
    /** Delete company `POST /api/company/delete`, not for API keys */
    accountsDeletionDeleteCompany: (input: { body: DeleteCompany; idempotencyKey?: string }) => call<{
      id: string;
    }>({"answer":"json","body":"json","method":"POST","path":"/api/company/delete","query":[]}, input),
    /** All `GET /api/company/export`, not for API keys */
    companiesExportAll: () => call<Blob>({"answer":"blob","body":"none","method":"GET","path":"/api/company/export","query":[]}, {}),
    /** By link `GET /api/company/export/file/{token}`, not for API keys */
    companiesExportByLink: (input: { token: string }) => call<Blob>({"answer":"blob","body":"none","method":"GET","path":"/api/company/export/file/{token}","query":[]}, input),
    /** Link `POST /api/company/export/link`, not for API keys */
    companiesExportLink: (input: { idempotencyKey?: string } = {}) => call<{
      export: Link;
    }>({"answer":"json","body":"none","method":"POST","path":"/api/company/export/link","query":[]}, input),
    /** Find `GET /api/company/find/{id}`, scope `read` */
    companiesFind: (input: { id: string }) => call<{
      company: Company;
    }>({"answer":"json","body":"none","method":"GET","path":"/api/company/find/{id}","query":[]}, input),
    /** Submit `POST /api/company/invitation/submit`, not for API keys */
    companiesInvitationsSubmit: (input: { body: NewUserSettings; idempotencyKey?: string }) => call<Profile>({"answer":"json","body":"json","method":"POST","path":"/api/company/invitation/submit","query":[]}, input),
    /** Delete `DELETE /api/company/invitation/{invitationId}`, not for API keys */
    companiesInvitationsDelete: (input: { invitationId: string }) => call<{
      id: string;
    }>({"answer":"json","body":"none","method":"DELETE","path":"/api/company/invitation/{invitationId}","query":[]}, input),
    /** List `GET /api/company/invitations`, scope `users.invite` */
    companiesInvitationsList: () => call<{
      invitations: OpenInvitation[];
    }>({"answer":"json","body":"none","method":"GET","path":"/api/company/invitations","query":[]}, {}),
    /** Invite `POST /api/company/invite`, scope `users.invite` */
    companiesInvitationsInvite: (input: { body: NewInvitation; idempotencyKey?: string }) => call<{
      data: SentInvitation;
    }>({"answer":"json","body":"json","method":"POST","path":"/api/company/invite","query":[]}, input),
    /** Find `GET /api/company/invite/{invitationId}`, scope `read` */
    companiesInvitationsFind: (input: { invitationId: string }) => call<Invitation>({"answer":"json","body":"none","method":"GET","path":"/api/company/invite/{invitationId}","query":[]}, input),
    /** List `GET /api/company/myFiles`, scope `read` */
    companiesFilesList: () => call<{
      files: CompanyFile[];
    }>({"answer":"json","body":"none","method":"GET","path":"/api/company/myFiles","query":[]}, {}),
    /** Delete `DELETE /api/company/myFiles/{id}`, scope `company.files` */
    companiesFilesDelete: (input: { id: string; idempotencyKey?: string }) => call<{
      id: string;
    }>({"answer":"json","body":"none","method":"DELETE","path":"/api/company/myFiles/{id}","query":[]}, input),
    /** Update `PUT /api/company/myFiles/{id}`, scope `company.files` */
    companiesFilesUpdate: (input: { id: string; body: EditFile; idempotencyKey?: string }) => call<{
      companyFile: CompanyFile;
    }>({"answer":"json","body":"json","method":"PUT","path":"/api/company/myFiles/{id}","query":[]}, input),
    /** Set public page `PUT /api/company/publicPage`, scope `company.edit` */
    companiesSetPublicPage: (input: { body: SetPublicPage; idempotencyKey?: string }) => call<{
      company: Company;
    }>({"answer":"json","body":"json","method":"PUT","path":"/api/company/publicPage","query":[]}, input),
    /** Remove user `POST /api/company/removeUser`, scope `users.remove` */
    companiesRemoveUser: (input: { body: RemoveUser; idempotencyKey?: string }) => call<{
      id: string;
    }>({"answer":"json","body":"json","method":"POST","path":"/api/company/removeUser","query":[]}, input),
    /** Search `POST /api/company/search`, scope `read` */
    companiesSearch: (input: { body: CompanySearch; idempotencyKey?: string }) => call<{
      companies: FoundCompany[];
    }>({"answer":"json","body":"json","method":"POST","path":"/api/company/search","query":[]}, input),
    /** Set time zone `PUT /api/company/timeZone`, scope `company.edit` */
    companiesSetTimeZone: (input: { body: SetTimeZone; idempotencyKey?: string }) => call<{
      company: Company;
    }>({"answer":"json","body":"json","method":"PUT","path":"/api/company/timeZone","query":[]}, input),
    /** Set settings `PUT /api/company/update/{companyId}`, scope `company.edit` */
    companiesSetSettings: (input: { companyId: string; body: CompanySettings; idempotencyKey?: string }) => call<{
      company: Company;
    }>({"answer":"json","body":"json","method":"PUT","path":"/api/company/update/{companyId}","query":[]}, input),
    /** Add `POST /api/company/uploadFile/{fileName}/{isPublic}`, scope `company.files` */
    companiesFilesAdd: (input: { fileName: string; isPublic: "true" | "false"; upload?: string; body: {
        image: Blob;
      }; idempotencyKey?: string }) => call<{
      companyFile: CompanyFile;
    }>({"answer":"json","body":"form","method":"POST","path":"/api/company/uploadFile/{fileName}/{isPublic}","query":["upload"]}, input),
    /** Set logo `POST /api/company/uploadImage`, scope `company.edit` */
    companiesSetLogo: (input: { body: {
        image: Blob;
      }; idempotencyKey?: string }) => call<{
      url: string;
    }>({"answer":"json","body":"form","method":"POST","path":"/api/company/uploadImage","query":[]}, input),
    /** Users `GET /api/company/users/{companyId}`, scope `read` */
    companiesUsers: (input: { companyId: string }) => call<{
      employees: Employee[];
    }>({"answer":"json","body":"none","method":"GET","path":"/api/company/users/{companyId}","query":[]}, input),
    /** Find `GET /api/company/vendorReminders`, scope `purchaseOrders.edit` */
    ordersVendorRemindersFind: () => call<{
      vendorReminders: VendorReminders;
    }>({"answer":"json","body":"none","method":"GET","path":"/api/company/vendorReminders","query":[]}, {}),
    /** Set `PUT /api/company/vendorReminders`, scope `purchaseOrders.edit` */
    ordersVendorRemindersSet: (input: { body: SetVendorReminders; idempotencyKey?: string }) => call<{
      vendorReminders: VendorReminders;
    }>({"answer":"json","body":"json","method":"PUT","path":"/api/company/vendorReminders","query":[]}, input),
    /** Find `GET /api/company/workdays`, scope `read` */
    planningWorkdaysFind: () => call<{
      workdays: Workdays;
    }>({"answer":"json","body":"none","method":"GET","path":"/api/company/workdays","query":[]}, {}),
    /** Set `PUT /api/company/workdays`, scope `company.edit` */
    planningWorkdaysSet: (input: { body: WorkdaysForm; idempotencyKey?: string }) => call<{
      workdays: Workdays;
    }>({"answer":"json","body":"json","method":"PUT","path":"/api/company/workdays","query":[]}, input),
    /** Config `GET /api/config`, scope `read` */
    operationsHealthConfig: () => call<Config>({"answer":"json","body":"none","method":"GET","path":"/api/config","query":[]}, {}),
    /** Accept `POST /api/connections/accept`, scope `connections.manage` */
    connectionsAccept: (input: { body: ConnectionRef; idempotencyKey?: string }) => call<{
      connection: Connection;
    }>({"answer":"json","body":"json","method":"POST","path":"/api/connections/accept","query":[]}, input),
    /** Connect `POST /api/connections/connect`, scope `connections.manage` */
    connectionsConnect: (input: { body: AskToConnect; idempotencyKey?: string }) => call<{
      connection: Connection;
    }>({"answer":"json","body":"json","method":"POST","path":"/api/connections/connect","query":[]}, input),
    /** List `GET /api/connections/connections/{companyId}`, scope `read` */
    connectionsList: (input: { companyId: string }) => call<{
      fullConnectionsDetails: Connection[];
    }>({"answer":"json","body":"none","method":"GET","path":"/api/connections/connections/{companyId}","query":[]}, input),
    /** Decline `POST /api/connections/decline`, scope `connections.manage` */
    connectionsDecline: (input: { body: ConnectionRef; idempotencyKey?: string }) => call<{
      id: string;
    }>({"answer":"json","body":"json","method":"POST","path":"/api/connections/decline","query":[]}, input),
    /** List `GET /api/contractor_vendors`, scope `purchaseOrders.view` */
    vendorsList: () => call<VendorsAndContacts>({"answer":"json","body":"none","method":"GET","path":"/api/contractor_vendors","query":[]}, {}),
    /** Create `POST /api/contractor_vendors`, scope `vendors.manage` */
    vendorsCreate: (input: { body: VendorForm; idempotencyKey?: string }) => call<{
      vendor: Vendor;
    }>({"answer":"json","body":"json","method":"POST","path":"/api/contractor_vendors","query":[]}, input),
    /** Create contact `POST /api/contractor_vendors/contacts`, scope `vendors.manage` */
    vendorsCreateContact: (input: { body: CreateVendorContact; idempotencyKey?: string }) => call<{
      vendorContact: VendorContact;
    }>({"answer":"json","body":"json","method":"POST","path":"/api/contractor_vendors/contacts","query":[]}, input),
    /** Update contact `PUT /api/contractor_vendors/contacts`, scope `vendors.manage` */
    vendorsUpdateContact: (input: { body: EditVendorContact; idempotencyKey?: string }) => call<{
      vendorContact: VendorContact;
    }>({"answer":"json","body":"json","method":"PUT","path":"/api/contractor_vendors/contacts","query":[]}, input),
    /** Delete contact `DELETE /api/contractor_vendors/contacts/{id}`, scope `vendors.manage` */
    vendorsDeleteContact: (input: { id: string; idempotencyKey?: string }) => call<{
      id: string;
    }>({"answer":"json","body":"none","method":"DELETE","path":"/api/contractor_vendors/contacts/{id}","query":[]}, input),
    /** Update `PUT /api/contractor_vendors/details`, scope `vendors.manage` */
    vendorsUpdate: (input: { body: EditVendor; idempotencyKey?: string }) => call<{
      vendor: Vendor;
    }>({"answer":"json","body":"json","method":"PUT","path":"/api/contractor_vendors/details","query":[]}, input),
    /** Import `POST /api/contractor_vendors/import`, scope `vendors.manage` */
    importsVendorsImport: (input: { body: {
        dryRun?: "true" | "false";
        file: Blob;
        importId?: string;
        mapping?: ImportMapping;
        preset?: "jobNimbus" | "accuLynx" | "jobber" | "buildertrend" | "quickBooks" | "googleContacts" | "none";
      }; idempotencyKey?: string }) => call<ImportOutcome>({"answer":"json","body":"form","method":"POST","path":"/api/contractor_vendors/import","query":[]}, input),
    /** Delete `DELETE /api/contractor_vendors/{id}`, scope `vendors.manage` */
    vendorsDelete: (input: { id: string; idempotencyKey?: string }) => call<{
      id: string;
    }>({"answer":"json","body":"none","method":"DELETE","path":"/api/contractor_vendors/{id}","query":[]}, input),
    /** List `GET /api/custom_crews/all`, scope `crews.view` */
    crewsList: () => call<{
      crews: Crew[];
    }>({"answer":"json","body":"none","method":"GET","path":"/api/custom_crews/all","query":[]}, {}),
    /** Create `POST /api/custom_crews/create`, scope `crews.manage` */
    crewsCreate: (input: { body: CrewForm; idempotencyKey?: string }) => call<{
      crew: Crew;
    }>({"answer":"json","body":"json","method":"POST","path":"/api/custom_crews/create","query":[]}, input),
    /** Create member `POST /api/custom_crews/create_crew_member`, scope `crews.manage` */
    crewsCreateMember: (input: { body: NewCrewMember; idempotencyKey?: string }) => call<{
      crewMember: CrewMember;
    }>({"answer":"json","body":"json","method":"POST","path":"/api/custom_crews/create_crew_member","query":[]}, input),
    /** Delete member `DELETE /api/custom_crews/crew_members/{id}`, scope `crews.manage` */
    crewsDeleteMember: (input: { id: string; idempotencyKey?: string }) => call<{
      id: string;
    }>({"answer":"json","body":"none","method":"DELETE","path":"/api/custom_crews/crew_members/{id}","query":[]}, input),
    /** Update member `PUT /api/custom_crews/update_crew_member`, scope `crews.manage` */
    crewsUpdateMember: (input: { body: EditCrewMember; idempotencyKey?: string }) => call<{
      crewMember: CrewMember;
    }>({"answer":"json","body":"json","method":"PUT","path":"/api/custom_crews/update_crew_member","query":[]}, input),
    /** Delete `DELETE /api/custom_crews/{id}`, scope `crews.manage` */
    crewsDelete: (input: { id: string; idempotencyKey?: string }) => call<{
      id: string;
    }>({"answer":"json","body":"none","method":"DELETE","path":"/api/custom_crews/{id}","query":[]}, input),
    /** Create `POST /api/customers/create`, scope `customers.manage` */
    customersCreate: (input: { body: CreateCustomer; idempotencyKey?: string }) => call<{
      customer: Customer;
    }>({"answer":"json","body":"json","method":"POST","path":"/api/customers/create","query":[]}, input),
    /** Delete `DELETE /api/customers/delete/{id}`, scope `customers.manage` */
    customersDelete: (input: { id: string; idempotencyKey?: string }) => call<{
      id: string;
    }>({"answer":"json","body":"none","method":"DELETE","path":"/api/customers/delete/{id}","query":[]}, input),
    /** Export `GET /api/customers/export`, scope `customers.view` */
    importsCustomersExport: () => call<string>({"answer":"text","body":"none","method":"GET","path":"/api/customers/export","query":[]}, {}),
    /** Find `GET /api/customers/find`, scope `customers.view` */
    customersFind: (input: { since?: string } = {}) => call<Customers>({"answer":"json","body":"none","method":"GET","path":"/api/customers/find","query":["since"]}, input),
    /** Import `POST /api/customers/import`, scope `customers.manage` */
    importsCustomersImport: (input: { body: {
        dryRun?: "true" | "false";
        file: Blob;
        importId?: string;
        mapping?: ImportMapping;
        preset?: "jobNimbus" | "accuLynx" | "jobber" | "buildertrend" | "quickBooks" | "googleContacts" | "none";
      }; idempotencyKey?: string }) => call<ImportOutcome>({"answer":"json","body":"form","method":"POST","path":"/api/customers/import","query":[]}, input),
    /** Update `POST /api/customers/update`, scope `customers.manage` */
    customersUpdate: (input: { body: EditCustomer; idempotencyKey?: string }) => call<{
      customer: Customer;
    }>({"answer":"json","body":"json","method":"POST","path":"/api/customers/update","query":[]}, input),
    /** Show `GET /api/docs`, scope `read` */
    operationsApiDocsShow: () => call<string>({"answer":"text","body":"none","method":"GET","path":"/api/docs","query":[]}, {}),
    /** Add feedback `POST /api/feedback`, not for API keys */
    operationsFeedbackAddFeedback: (input: { body: Feedback; idempotencyKey?: string }) => call<StoredId2>({"answer":"json","body":"json","method":"POST","path":"/api/feedback","query":[]}, input),
    /** Read `GET /api/guest/{secret}`, scope `read` */
    guestLinksHolderRead: (input: { secret: string }) => call<GuestView | GuestOrderView>({"answer":"json","body":"none","method":"GET","path":"/api/guest/{secret}","query":[]}, input),
    /** Answer `POST /api/guest/{secret}/answer`, not for API keys */
    guestLinksHolderAnswer: (input: { secret: string; body: AnswerAsGuest }) => call<Answered>({"answer":"json","body":"json","method":"POST","path":"/api/guest/{secret}/answer","query":[]}, input),
    /** Calendar `GET /api/guest/{secret}/calendar.ics`, scope `read` */
    guestLinksHolderCalendar: (input: { secret: string }) => call<string>({"answer":"text","body":"none","method":"GET","path":"/api/guest/{secret}/calendar.ics","query":[]}, input),
    /** Complete `POST /api/guest/{secret}/complete`, not for API keys */
    guestLinksHolderComplete: (input: { secret: string; body: CompleteAsGuest }) => call<{
      job: GuestJob;
    }>({"answer":"json","body":"json","method":"POST","path":"/api/guest/{secret}/complete","query":[]}, input),
    /** Add `POST /api/guest/{secret}/image`, not for API keys */
    guestLinksPicturesAdd: (input: { secret: string; upload?: string; body: {
        image: Blob;
      } }) => call<{
      image: JobImage;
    }>({"answer":"json","body":"form","method":"POST","path":"/api/guest/{secret}/image","query":["upload"]}, input),
    /** Add note `POST /api/guest/{secret}/note`, not for API keys */
    guestLinksHolderAddNote: (input: { secret: string; body: NewNote }) => call<{
      note: Note;
    }>({"answer":"json","body":"json","method":"POST","path":"/api/guest/{secret}/note","query":[]}, input),
    /** Answer `POST /api/guest/{secret}/order`, not for API keys */
    guestLinksOrdersAnswer: (input: { secret: string; body: AnswerOrder }) => call<{
      purchaseOrder: GuestPurchaseOrder;
    }>({"answer":"json","body":"json","method":"POST","path":"/api/guest/{secret}/order","query":[]}, input),
    /** Seen `POST /api/guest/{secret}/seen`, not for API keys */
    guestLinksHolderSeen: (input: { secret: string }) => call<{
      link: GuestLink;
    }>({"answer":"json","body":"none","method":"POST","path":"/api/guest/{secret}/seen","query":[]}, input),
    /** Sign `POST /api/guest/{secret}/sign`, not for API keys */
    guestLinksHolderSign: (input: { secret: string; body: SignAsGuest }) => call<{
      signature: SignOff;
    }>({"answer":"json","body":"json","method":"POST","path":"/api/guest/{secret}/sign","query":[]}, input),
    /** Offer `OPTIONS /api/guest/{secret}/uploads`, scope `read` */
    filesGuestUploadsOffer: (input: { secret: string }) => call<void>({"answer":"none","body":"none","method":"OPTIONS","path":"/api/guest/{secret}/uploads","query":[]}, input),
    /** Offer `OPTIONS /api/guest/{secret}/uploads/{id}`, scope `read` */
    filesGuestUploadsOfferUploads: (input: { secret: string; id: string }) => call<void>({"answer":"none","body":"none","method":"OPTIONS","path":"/api/guest/{secret}/uploads/{id}","query":[]}, input),
    /** Create `POST /api/guest_links/create`, not for API keys */
    guestLinksOfficeCreate: (input: { body: CreateGuestLink; idempotencyKey?: string }) => call<{
      link: GuestLink;
    }>({"answer":"json","body":"json","method":"POST","path":"/api/guest_links/create","query":[]}, input),
    /** Renew `POST /api/guest_links/renew`, not for API keys */
    guestLinksOfficeRenew: (input: { body: GuestLinkRef; idempotencyKey?: string }) => call<{
      link: GuestLink;
    }>({"answer":"json","body":"json","method":"POST","path":"/api/guest_links/renew","query":[]}, input),
    /** Send `POST /api/guest_links/send`, not for API keys */
    guestLinksOfficeSend: (input: { body: GuestLinkRef; idempotencyKey?: string }) => call<{
      message: string;
    }>({"answer":"json","body":"json","method":"POST","path":"/api/guest_links/send","query":[]}, input),
    /** Revoke `DELETE /api/guest_links/{id}`, not for API keys */
    guestLinksOfficeRevoke: (input: { id: string; idempotencyKey?: string }) => call<{
      id: string;
    }>({"answer":"json","body":"none","method":"DELETE","path":"/api/guest_links/{id}","query":[]}, input),
    /** List `GET /api/guest_links/{id}`, scope `read` */
    guestLinksOfficeList: (input: { id: string }) => call<{
      links: GuestLink[];
    }>({"answer":"json","body":"none","method":"GET","path":"/api/guest_links/{id}","query":[]}, input),
    /** Health `GET /api/health`, scope `read` */
    operationsHealthHealth: () => call<HealthStatus>({"answer":"json","body":"none","method":"GET","path":"/api/health","query":[]}, {}),
    /** Stop `POST /api/imports/stop/{importId}`, not for API keys */
    importsStop: (input: { importId: string; idempotencyKey?: string }) => call<ImportStopped>({"answer":"json","body":"none","method":"POST","path":"/api/imports/stop/{importId}","query":[]}, input),
    /** Undo `POST /api/imports/undo/{importId}`, scope `jobs.create` */
    importsUndo: (input: { importId: string; idempotencyKey?: string }) => call<ImportUndone>({"answer":"json","body":"none","method":"POST","path":"/api/imports/undo/{importId}","query":[]}, input),
    /** Answer `POST /api/job_offers/answer`, scope `jobs.acceptDecline` */
    planningJobOffersAnswer: (input: { body: AnswerOffer; idempotencyKey?: string }) => call<{
      offer: ReceivedOffer;
    }>({"answer":"json","body":"json","method":"POST","path":"/api/job_offers/answer","query":[]}, input),
    /** Create `POST /api/job_offers/create`, scope `jobs.assign` */
    planningJobOffersCreate: (input: { body: OfferForm; idempotencyKey?: string }) => call<{
      offer: JobOffer;
    }>({"answer":"json","body":"json","method":"POST","path":"/api/job_offers/create","query":[]}, input),
    /** Received `GET /api/job_offers/received`, scope `jobs.acceptDecline` */
    planningJobOffersReceived: () => call<{
      offers: ReceivedOffer[];
    }>({"answer":"json","body":"none","method":"GET","path":"/api/job_offers/received","query":[]}, {}),
    /** Withdraw `DELETE /api/job_offers/{id}`, scope `jobs.assign` */
    planningJobOffersWithdraw: (input: { id: string; idempotencyKey?: string }) => call<{
      id: string;
    }>({"answer":"json","body":"none","method":"DELETE","path":"/api/job_offers/{id}","query":[]}, input),
    /** List `GET /api/job_offers/{id}`, scope `jobs.assign` */
    planningJobOffersList: (input: { id: string }) => call<{
      offers: JobOffer[];
    }>({"answer":"json","body":"none","method":"GET","path":"/api/job_offers/{id}","query":[]}, input),
    /** Change `POST /api/job_series/change`, scope `jobs.edit` */
    planningSeriesChangesChange: (input: { body: SeriesChangeForm; idempotencyKey?: string }) => call<ChangedSeries>({"answer":"json","body":"json","method":"POST","path":"/api/job_series/change","query":[]}, input),
    /** Create `POST /api/job_series/create`, scope `jobs.create` */
    planningSeriesCreate: (input: { body: RepeatJobForm; idempotencyKey?: string }) => call<RepeatedJobs>({"answer":"json","body":"json","method":"POST","path":"/api/job_series/create","query":[]}, input),
    /** Stop `POST /api/job_series/stop`, scope `jobs.delete` */
    planningSeriesChangesStop: (input: { body: StopSeries; idempotencyKey?: string }) => call<StoppedSeries>({"answer":"json","body":"json","method":"POST","path":"/api/job_series/stop","query":[]}, input),
    /** Find `GET /api/job_series/{jobId}`, scope `read` */
    planningSeriesFind: (input: { jobId: string }) => call<{
      series: Series | null;
    }>({"answer":"json","body":"none","method":"GET","path":"/api/job_series/{jobId}","query":[]}, input),
    /** List `GET /api/job_templates/all`, scope `jobs.create` */
    jobsTemplatesList: () => call<{
      templates: JobTemplate[];
    }>({"answer":"json","body":"none","method":"GET","path":"/api/job_templates/all","query":[]}, {}),
    /** Create `POST /api/job_templates/create`, scope `jobs.create` */
    jobsTemplatesCreate: (input: { body: NewJobTemplate; idempotencyKey?: string }) => call<{
      template: JobTemplate;
    }>({"answer":"json","body":"json","method":"POST","path":"/api/job_templates/create","query":[]}, input),
    /** Delete `DELETE /api/job_templates/{id}`, scope `jobs.create` */
    jobsTemplatesDelete: (input: { id: string; idempotencyKey?: string }) => call<{
      id: string;
    }>({"answer":"json","body":"none","method":"DELETE","path":"/api/job_templates/{id}","query":[]}, input),
    /** Rename `PUT /api/job_templates/{id}`, scope `jobs.create` */
    jobsTemplatesRename: (input: { id: string; body: JobTemplateName; idempotencyKey?: string }) => call<{
      template: JobTemplate;
    }>({"answer":"json","body":"json","method":"PUT","path":"/api/job_templates/{id}","query":[]}, input),
    /** Add report `POST /api/jobs/addMeasurementReport`, scope `jobs.measurements` */
    jobsRecordsAddReport: (input: { body: AddMeasurement; idempotencyKey?: string }) => call<{
      report: MeasurementReport;
    }>({"answer":"json","body":"json","method":"POST","path":"/api/jobs/addMeasurementReport","query":[]}, input),
    /** Add `POST /api/jobs/addNote`, scope `jobs.notes` */
    jobsNotesAdd: (input: { body: AddNote; idempotencyKey?: string }) => call<{
      id: string;
    }>({"answer":"json","body":"json","method":"POST","path":"/api/jobs/addNote","query":[]}, input),
    /** Add tag `POST /api/jobs/addTag`, scope `jobs.tags` */
    jobsRecordsAddTag: (input: { body: AddTag; idempotencyKey?: string }) => call<{
      tag: Tag;
    }>({"answer":"json","body":"json","method":"POST","path":"/api/jobs/addTag","query":[]}, input),
    /** Change `POST /api/jobs/bulk`, scope `jobs.edit` */
    jobsBulkChange: (input: { body: BulkJobs; idempotencyKey?: string }) => call<ChangedJobs>({"answer":"json","body":"json","method":"POST","path":"/api/jobs/bulk","query":[]}, input),
    /** Undo `POST /api/jobs/bulk/undo`, scope `jobs.edit` */
    jobsBulkUndoUndo: (input: { body: UndoBulk; idempotencyKey?: string }) => call<RestoredJobs>({"answer":"json","body":"json","method":"POST","path":"/api/jobs/bulk/undo","query":[]}, input),
    /** Complete `POST /api/jobs/complete`, scope `jobs.complete` */
    jobsComplete: (input: { body: CompleteJob; idempotencyKey?: string }) => call<{
      job: Job;
    }>({"answer":"json","body":"json","method":"POST","path":"/api/jobs/complete","query":[]}, input),
    /** Set contract amount `POST /api/jobs/contractAmount/update`, scope `jobs.contractAmount` */
    jobsFieldsSetContractAmount: (input: { body: SetContractAmount; idempotencyKey?: string }) => call<{
      job: Job;
    }>({"answer":"json","body":"json","method":"POST","path":"/api/jobs/contractAmount/update","query":[]}, input),
    /** Create `POST /api/jobs/create`, scope `jobs.create` */
    jobsCreateCreate: (input: { body: CreateJob; idempotencyKey?: string }) => call<JobReply>({"answer":"json","body":"json","method":"POST","path":"/api/jobs/create","query":[]}, input),
    /** Delete `POST /api/jobs/delete`, scope `jobs.delete` */
    jobsDelete: (input: { body: JobRef; idempotencyKey?: string }) => call<JobReply>({"answer":"json","body":"json","method":"POST","path":"/api/jobs/delete","query":[]}, input),
    /** Delete `DELETE /api/jobs/deleteJobImg/{id}`, scope `jobs.images` */
    jobsImagesDelete: (input: { id: string; idempotencyKey?: string }) => call<{
      id: string;
    }>({"answer":"json","body":"none","method":"DELETE","path":"/api/jobs/deleteJobImg/{id}","query":[]}, input),
    /** Delete report `DELETE /api/jobs/deleteMeasurementReport/{id}`, scope `jobs.measurements` */
    jobsRecordsDeleteReport: (input: { id: string; idempotencyKey?: string }) => call<{
      id: string;
    }>({"answer":"json","body":"none","method":"DELETE","path":"/api/jobs/deleteMeasurementReport/{id}","query":[]}, input),
    /** Delete tag `POST /api/jobs/deleteTag`, scope `jobs.tags` */
    jobsRecordsDeleteTag: (input: { body: DeleteTag; idempotencyKey?: string }) => call<{
      id: string;
    }>({"answer":"json","body":"json","method":"POST","path":"/api/jobs/deleteTag","query":[]}, input),
    /** List `GET /api/jobs/fetchImgs/{jobId}`, scope `jobs.images` */
    jobsImagesList: (input: { jobId: string }) => call<{
      imgs: JobImage[];
    }>({"answer":"json","body":"none","method":"GET","path":"/api/jobs/fetchImgs/{jobId}","query":[]}, input),
    /** List `GET /api/jobs/fetchNotes/{jobId}`, scope `jobs.notes` */
    jobsNotesList: (input: { jobId: string }) => call<{
      notes: Note[];
    }>({"answer":"json","body":"none","method":"GET","path":"/api/jobs/fetchNotes/{jobId}","query":[]}, input),
    /** One job `GET /api/jobs/ics/{id}`, scope `read` */
    calendarFeedsOneJob: (input: { id: string }) => call<string>({"answer":"text","body":"none","method":"GET","path":"/api/jobs/ics/{id}","query":[]}, input),
    /** Import `POST /api/jobs/import`, scope `jobs.create` */
    importsJobsImport: (input: { body: {
        dryRun?: "true" | "false";
        file: Blob;
        importId?: string;
        mapping?: ImportMapping;
        preset?: "jobNimbus" | "accuLynx" | "jobber" | "buildertrend" | "quickBooks" | "googleContacts" | "none";
      }; idempotencyKey?: string }) => call<ImportOutcome>({"answer":"json","body":"form","method":"POST","path":"/api/jobs/import","query":[]}, input),
    /** Job `GET /api/jobs/job/{id}`, scope `read` */
    jobsOneJobJob: (input: { id: string }) => call<JobInfo>({"answer":"json","body":"none","method":"GET","path":"/api/jobs/job/{id}","query":[]}, input),
    /** Set number `POST /api/jobs/jobNumber/update`, scope `jobs.jobNumber` */
    jobsFieldsSetNumber: (input: { body: SetJobNumber; idempotencyKey?: string }) => call<{
      job: Job;
    }>({"answer":"json","body":"json","method":"POST","path":"/api/jobs/jobNumber/update","query":[]}, input),
    /** My jobs `GET /api/jobs/myJobs/{companyType}`, scope `read` */
    jobsListMyJobs: (input: { companyType: string; from?: string; since?: string; to?: string; unscheduled?: string | number | boolean }) => call<Jobs>({"answer":"json","body":"none","method":"GET","path":"/api/jobs/myJobs/{companyType}","query":["from","since","to","unscheduled"]}, input),
    /** Delete `POST /api/jobs/notes/delete`, scope `jobs.notes` */
    jobsNotesDelete: (input: { body: NoteRef; idempotencyKey?: string }) => call<{
      id: string;
    }>({"answer":"json","body":"json","method":"POST","path":"/api/jobs/notes/delete","query":[]}, input),
    /** Unschedule `POST /api/jobs/unschedule`, scope `jobs.schedule` */
    jobsUnschedule: (input: { body: JobRef; idempotencyKey?: string }) => call<{
      job: Job;
    }>({"answer":"json","body":"json","method":"POST","path":"/api/jobs/unschedule","query":[]}, input),
    /** Answer `POST /api/jobs/update/acceptDecline`, scope `jobs.acceptDecline` */
    jobsAssignmentAnswer: (input: { body: AnswerAssignment; idempotencyKey?: string }) => call<{
      job: Job;
    }>({"answer":"json","body":"json","method":"POST","path":"/api/jobs/update/acceptDecline","query":[]}, input),
    /** Assign crew `POST /api/jobs/update/assign/custom`, scope `jobs.assign` */
    jobsAssignmentAssignCrew: (input: { body: AssignCrew; idempotencyKey?: string }) => call<{
      job: Job;
    }>({"answer":"json","body":"json","method":"POST","path":"/api/jobs/update/assign/custom","query":[]}, input),
    /** Take back `POST /api/jobs/update/assign/nobody`, scope `jobs.assign` */
    jobsAssignmentTakeBack: (input: { body: TakeJobBack; idempotencyKey?: string }) => call<{
      job: Job;
    }>({"answer":"json","body":"json","method":"POST","path":"/api/jobs/update/assign/nobody","query":[]}, input),
    /** Assign subcontractor `POST /api/jobs/update/assign/subcontractorAccount`, scope `jobs.assign` */
    jobsAssignmentAssignSubcontractor: (input: { body: AssignSubcontractor; idempotencyKey?: string }) => call<{
      job: Job;
    }>({"answer":"json","body":"json","method":"POST","path":"/api/jobs/update/assign/subcontractorAccount","query":[]}, input),
    /** Assign employee `POST /api/jobs/update/assign/user`, scope `jobs.assignEmployee` */
    jobsAssignmentAssignEmployee: (input: { body: AssignEmployee; idempotencyKey?: string }) => call<{
      job: Job;
    }>({"answer":"json","body":"json","method":"POST","path":"/api/jobs/update/assign/user","query":[]}, input),
    /** Change color `POST /api/jobs/update/changeColor`, scope `jobs.color` */
    jobsChangeColor: (input: { body: ChangeColor; idempotencyKey?: string }) => call<{
      job: Job;
    }>({"answer":"json","body":"json","method":"POST","path":"/api/jobs/update/changeColor","query":[]}, input),
    /** Set customer `POST /api/jobs/update/customer`, scope `jobs.customer` */
    jobsFieldsSetCustomer: (input: { body: SetJobCustomer; idempotencyKey?: string }) => call<{
      job: Job;
    }>({"answer":"json","body":"json","method":"POST","path":"/api/jobs/update/customer","query":[]}, input),
    /** Set `POST /api/jobs/update/follows`, scope `jobs.schedule` */
    planningFollowsSet: (input: { body: FollowsForm; idempotencyKey?: string }) => call<{
      job: Job;
    }>({"answer":"json","body":"json","method":"POST","path":"/api/jobs/update/follows","query":[]}, input),
    /** Set caption `POST /api/jobs/update/imageCaption`, scope `jobs.images` */
    jobsImagesSetCaption: (input: { body: SetImageCaption; idempotencyKey?: string }) => call<{
      image: JobImage;
    }>({"answer":"json","body":"json","method":"POST","path":"/api/jobs/update/imageCaption","query":[]}, input),
    /** Set `POST /api/jobs/update/imagePair`, scope `jobs.images` */
    jobsImagePairsSet: (input: { body: SetImagePair; idempotencyKey?: string }) => call<{
      image: JobImage;
    }>({"answer":"json","body":"json","method":"POST","path":"/api/jobs/update/imagePair","query":[]}, input),
    /** Set inspection note `POST /api/jobs/update/inspectionNote`, scope `jobs.inspectionNote` */
    jobsFieldsSetInspectionNote: (input: { body: SetInspectionNote; idempotencyKey?: string }) => call<{
      job: Job;
    }>({"answer":"json","body":"json","method":"POST","path":"/api/jobs/update/inspectionNote","query":[]}, input),
    /** Set name and address `POST /api/jobs/update/nameAddress`, scope `jobs.edit` */
    jobsSetNameAndAddress: (input: { body: EditJob; idempotencyKey?: string }) => call<{
      job: Job;
    }>({"answer":"json","body":"json","method":"POST","path":"/api/jobs/update/nameAddress","query":[]}, input),
    /** Set schedule `POST /api/jobs/update/schedule`, scope `jobs.schedule` */
    jobsSetSchedule: (input: { body: SetSchedule; idempotencyKey?: string }) => call<{
      job: Job;
    }>({"answer":"json","body":"json","method":"POST","path":"/api/jobs/update/schedule","query":[]}, input),
    /** Add `POST /api/jobs/uploadJobImage/{jobId}`, scope `jobs.images` */
    jobsImagesAdd: (input: { jobId: string; upload?: string; body: {
        image: Blob;
        importId?: string;
      }; idempotencyKey?: string }) => call<{
      newEntry: JobImage;
    }>({"answer":"json","body":"form","method":"POST","path":"/api/jobs/uploadJobImage/{jobId}","query":["upload"]}, input),
    /** Add lead `POST /api/leads`, not for API keys */
    operationsFeedbackAddLead: (input: { body: NewLead }) => call<StoredId>({"answer":"json","body":"json","method":"POST","path":"/api/leads","query":[]}, input),
    /** List `GET /api/notifications/choices`, not for API keys */
    notificationsPreferencesList: () => call<{
      choices: NotificationChoice[];
    }>({"answer":"json","body":"none","method":"GET","path":"/api/notifications/choices","query":[]}, {}),
    /** Set `PUT /api/notifications/choices`, not for API keys */
    notificationsPreferencesSet: (input: { body: SetNotificationChoice; idempotencyKey?: string }) => call<{
      choice: NotificationChoice | null;
    }>({"answer":"json","body":"json","method":"PUT","path":"/api/notifications/choices","query":[]}, input),
    /** List `GET /api/notifications/pushDevices`, not for API keys */
    notificationsPushSubscriptionsList: () => call<{
      devices: PushDevice[];
    }>({"answer":"json","body":"none","method":"GET","path":"/api/notifications/pushDevices","query":[]}, {}),
    /** Add `POST /api/notifications/pushDevices`, not for API keys */
    notificationsPushSubscriptionsAdd: (input: { body: NewPushDevice; idempotencyKey?: string }) => call<{
      device: PushDevice;
    }>({"answer":"json","body":"json","method":"POST","path":"/api/notifications/pushDevices","query":[]}, input),
    /** Remove `DELETE /api/notifications/pushDevices/{id}`, not for API keys */
    notificationsPushSubscriptionsRemove: (input: { id: string; idempotencyKey?: string }) => call<{
      id: string;
    }>({"answer":"json","body":"none","method":"DELETE","path":"/api/notifications/pushDevices/{id}","query":[]}, input),
    /** Key `GET /api/notifications/pushKey`, not for API keys */
    notificationsPushSubscriptionsKey: () => call<{
      publicKey: string;
    }>({"answer":"json","body":"none","method":"GET","path":"/api/notifications/pushKey","query":[]}, {}),
    /** Seen `POST /api/notifications/seen`, not for API keys */
    notificationsSeen: (input: { body: SeenNotifications; idempotencyKey?: string }) => call<{
      notifications: Record<string, Notification>;
    }>({"answer":"json","body":"json","method":"POST","path":"/api/notifications/seen","query":[]}, input),
    /** Ask `GET /api/notifications/unsubscribe/{token}`, not for API keys */
    notificationsUnsubscribeAsk: (input: { token: string }) => call<string>({"answer":"text","body":"none","method":"GET","path":"/api/notifications/unsubscribe/{token}","query":[]}, input),
    /** End `POST /api/notifications/unsubscribe/{token}`, not for API keys */
    notificationsUnsubscribeEnd: (input: { token: string }) => call<string>({"answer":"text","body":"none","method":"POST","path":"/api/notifications/unsubscribe/{token}","query":[]}, input),
    /** List `GET /api/notifications/user`, not for API keys */
    notificationsList: () => call<{
      notifications: Notification[];
    }>({"answer":"json","body":"none","method":"GET","path":"/api/notifications/user","query":[]}, {}),
    /** Show `GET /api/openapi.json`, scope `read` */
    operationsOpenapiShow: () => call<OpenApi>({"answer":"json","body":"none","method":"GET","path":"/api/openapi.json","query":[]}, {}),
    /** Create `POST /api/products/add`, scope `products.manage` */
    productsCreate: (input: { body: CreateProduct; idempotencyKey?: string }) => call<{
      product: Product;
    }>({"answer":"json","body":"json","method":"POST","path":"/api/products/add","query":[]}, input),
    /** Update category `PUT /api/products/categories`, scope `products.manage` */
    productsUpdateCategory: (input: { body: EditCategory; idempotencyKey?: string }) => call<{
      category: ProductCategory;
    }>({"answer":"json","body":"json","method":"PUT","path":"/api/products/categories","query":[]}, input),
    /** Create category `POST /api/products/categories/add`, scope `products.manage` */
    productsCreateCategory: (input: { body: CreateCategory; idempotencyKey?: string }) => call<{
      category: ProductCategory;
    }>({"answer":"json","body":"json","method":"POST","path":"/api/products/categories/add","query":[]}, input),
    /** Delete category `DELETE /api/products/categories/{id}`, scope `products.manage` */
    productsDeleteCategory: (input: { id: string; idempotencyKey?: string }) => call<{
      id: string;
    }>({"answer":"json","body":"none","method":"DELETE","path":"/api/products/categories/{id}","query":[]}, input),
    /** Categories `GET /api/products/categories/{id}`, scope `products.view` */
    productsCategories: (input: { id: string }) => call<{
      categories: ProductCategory[];
    }>({"answer":"json","body":"none","method":"GET","path":"/api/products/categories/{id}","query":[]}, input),
    /** Import `POST /api/products/import`, scope `products.manage` */
    importsProductsImport: (input: { body: {
        dryRun?: "true" | "false";
        file: Blob;
        importId?: string;
        mapping?: ImportMapping;
        preset?: "jobNimbus" | "accuLynx" | "jobber" | "buildertrend" | "quickBooks" | "googleContacts" | "none";
      }; idempotencyKey?: string }) => call<ImportOutcome>({"answer":"json","body":"form","method":"POST","path":"/api/products/import","query":[]}, input),
    /** Update `PUT /api/products/products`, scope `products.manage` */
    productsUpdate: (input: { body: EditProduct; idempotencyKey?: string }) => call<{
      product: Product;
    }>({"answer":"json","body":"json","method":"PUT","path":"/api/products/products","query":[]}, input),
    /** Delete `DELETE /api/products/products/{id}`, scope `products.manage` */
    productsDelete: (input: { id: string; idempotencyKey?: string }) => call<{
      id: string;
    }>({"answer":"json","body":"none","method":"DELETE","path":"/api/products/products/{id}","query":[]}, input),
    /** List `GET /api/products/products/{id}`, scope `products.view` */
    productsList: (input: { id: string }) => call<{
      products: Product[];
    }>({"answer":"json","body":"none","method":"GET","path":"/api/products/products/{id}","query":[]}, input),
    /** Find `GET /api/public/company/{slug}`, scope `read` */
    companiesPublicPagesFind: (input: { slug: string }) => call<{
      company: PublicCompany;
    }>({"answer":"json","body":"none","method":"GET","path":"/api/public/company/{slug}","query":[]}, input),
    /** Amend `POST /api/purchase_orders/amend`, scope `purchaseOrders.edit` */
    ordersPurchaseOrderProgressAmend: (input: { body: AmendOrder; idempotencyKey?: string }) => call<{
      order: PurchaseOrder;
    }>({"answer":"json","body":"json","method":"POST","path":"/api/purchase_orders/amend","query":[]}, input),
    /** Create `POST /api/purchase_orders/create`, scope `purchaseOrders.edit` */
    ordersPurchaseOrdersCreate: (input: { body: NewOrder; idempotencyKey?: string }) => call<{
      newPurchaseOrder: PurchaseOrder;
    }>({"answer":"json","body":"json","method":"POST","path":"/api/purchase_orders/create","query":[]}, input),
    /** Delete `POST /api/purchase_orders/delete`, scope `purchaseOrders.edit` */
    ordersPurchaseOrdersDelete: (input: { body: PurchaseOrderRef; idempotencyKey?: string }) => call<{
      id: string;
    }>({"answer":"json","body":"json","method":"POST","path":"/api/purchase_orders/delete","query":[]}, input),
    /** Add `POST /api/purchase_orders/delivery_photo/{orderId}`, scope `purchaseOrders.edit` */
    ordersDeliveryPhotosAdd: (input: { orderId: string; upload?: string; body: {
        image: Blob;
      }; idempotencyKey?: string }) => call<{
      photo: DeliveryPhoto;
    }>({"answer":"json","body":"form","method":"POST","path":"/api/purchase_orders/delivery_photo/{orderId}","query":["upload"]}, input),
    /** Of job `GET /api/purchase_orders/job/{jobId}`, scope `purchaseOrders.view` */
    ordersPurchaseOrdersOfJob: (input: { jobId: string }) => call<{
      orders: PurchaseOrder[];
    }>({"answer":"json","body":"none","method":"GET","path":"/api/purchase_orders/job/{jobId}","query":[]}, input),
    /** Take over `POST /api/purchase_orders/prices`, scope `purchaseOrders.edit` */
    ordersConfirmedPricesTakeOver: (input: { body: UseConfirmedPrices; idempotencyKey?: string }) => call<{
      prices: ConfirmedPrice[];
    }>({"answer":"json","body":"json","method":"POST","path":"/api/purchase_orders/prices","query":[]}, input),
    /** List `GET /api/purchase_orders/prices/{orderId}`, scope `products.manage` */
    ordersConfirmedPricesList: (input: { orderId: string }) => call<{
      prices: ConfirmedPrice[];
    }>({"answer":"json","body":"none","method":"GET","path":"/api/purchase_orders/prices/{orderId}","query":[]}, input),
    /** Receive `POST /api/purchase_orders/receive`, scope `purchaseOrders.edit` */
    ordersPurchaseOrderProgressReceive: (input: { body: ReceiveOrder; idempotencyKey?: string }) => call<{
      order: PurchaseOrder;
    }>({"answer":"json","body":"json","method":"POST","path":"/api/purchase_orders/receive","query":[]}, input),
    /** Send `POST /api/purchase_orders/sendToVendors`, scope `purchaseOrders.send` */
    ordersPurchaseOrdersSend: (input: { body: SendPurchaseOrder & {
        purchaseOrderPDF?: Blob;
      }; idempotencyKey?: string }) => call<PurchaseOrderSent>({"answer":"json","body":"form","method":"POST","path":"/api/purchase_orders/sendToVendors","query":[]}, input),
    /** Single `GET /api/purchase_orders/single/{id}`, scope `purchaseOrders.view` */
    ordersPurchaseOrdersSingle: (input: { id: string }) => call<{
      order: PurchaseOrder;
    }>({"answer":"json","body":"none","method":"GET","path":"/api/purchase_orders/single/{id}","query":[]}, input),
    /** Set status `POST /api/purchase_orders/status`, scope `purchaseOrders.edit` */
    ordersPurchaseOrderProgressSetStatus: (input: { body: SetOrderStatus; idempotencyKey?: string }) => call<{
      order: PurchaseOrder;
    }>({"answer":"json","body":"json","method":"POST","path":"/api/purchase_orders/status","query":[]}, input),
    /** Set vendor `PUT /api/purchase_orders/update/vendor/{orderId}`, scope `purchaseOrders.edit` */
    ordersPurchaseOrdersSetVendor: (input: { orderId: string; body: ChooseVendor; idempotencyKey?: string }) => call<{
      order: PurchaseOrder;
    }>({"answer":"json","body":"json","method":"PUT","path":"/api/purchase_orders/update/vendor/{orderId}","query":[]}, input),
    /** Set items `POST /api/purchase_orders/updateOrderItems/{orderId}`, scope `purchaseOrders.edit` */
    ordersPurchaseOrdersSetItems: (input: { orderId: string; body: OrderRows; idempotencyKey?: string }) => call<RowsSaved>({"answer":"json","body":"json","method":"POST","path":"/api/purchase_orders/updateOrderItems/{orderId}","query":[]}, input),
    /** Delete `DELETE /api/qualifications/delete/{id}`, scope `company.qualifications` */
    companiesQualificationsDelete: (input: { id: string; idempotencyKey?: string }) => call<{
      id: string;
    }>({"answer":"json","body":"none","method":"DELETE","path":"/api/qualifications/delete/{id}","query":[]}, input),
    /** List `GET /api/qualifications/find/{companyId}`, scope `read` */
    companiesQualificationsList: (input: { companyId: string }) => call<{
      qualifications: Qualification[];
    }>({"answer":"json","body":"none","method":"GET","path":"/api/qualifications/find/{companyId}","query":[]}, input),
    /** Add `POST /api/qualifications/new`, scope `company.qualifications` */
    companiesQualificationsAdd: (input: { body: NewQualification; idempotencyKey?: string }) => call<{
      newQualification: Qualification;
    }>({"answer":"json","body":"json","method":"POST","path":"/api/qualifications/new","query":[]}, input),
    /** Ready `GET /api/ready`, scope `read` */
    operationsHealthReady: () => call<HealthStatus>({"answer":"json","body":"none","method":"GET","path":"/api/ready","query":[]}, {}),
    /** Crews `GET /api/reports/crews`, scope `reports.view` */
    reportsCrews: (input: { by?: string; from?: string; to?: string } = {}) => call<CrewsReport>({"answer":"json","body":"none","method":"GET","path":"/api/reports/crews","query":["by","from","to"]}, input),
    /** Crews file `GET /api/reports/crews/export`, scope `reports.view` */
    reportsCrewsFile: (input: { by?: string; from?: string; to?: string } = {}) => call<string>({"answer":"text","body":"none","method":"GET","path":"/api/reports/crews/export","query":["by","from","to"]}, input),
    /** Jobs `GET /api/reports/jobs`, scope `reports.view` */
    reportsJobs: (input: { by?: string; from?: string; to?: string } = {}) => call<JobsReport>({"answer":"json","body":"none","method":"GET","path":"/api/reports/jobs","query":["by","from","to"]}, input),
    /** Jobs file `GET /api/reports/jobs/export`, scope `reports.view` */
    reportsJobsFile: (input: { by?: string; from?: string; to?: string } = {}) => call<string>({"answer":"text","body":"none","method":"GET","path":"/api/reports/jobs/export","query":["by","from","to"]}, input),
    /** Value `GET /api/reports/value`, scope `reportsValue.view` */
    reportsValue: (input: { by?: string; from?: string; to?: string } = {}) => call<ValueReport>({"answer":"json","body":"none","method":"GET","path":"/api/reports/value","query":["by","from","to"]}, input),
    /** Value file `GET /api/reports/value/export`, scope `reportsValue.view` */
    reportsValueFile: (input: { by?: string; from?: string; to?: string } = {}) => call<string>({"answer":"text","body":"none","method":"GET","path":"/api/reports/value/export","query":["by","from","to"]}, input),
    /** Vendors `GET /api/reports/vendors`, scope `purchaseOrders.view` */
    reportsVendors: (input: { by?: string; from?: string; to?: string } = {}) => call<VendorsReport>({"answer":"json","body":"none","method":"GET","path":"/api/reports/vendors","query":["by","from","to"]}, input),
    /** Vendors file `GET /api/reports/vendors/export`, scope `purchaseOrders.view` */
    reportsVendorsFile: (input: { by?: string; from?: string; to?: string } = {}) => call<string>({"answer":"text","body":"none","method":"GET","path":"/api/reports/vendors/export","query":["by","from","to"]}, input),
    /** List `GET /api/saved_views/all`, scope `read` */
    jobsSavedViewsList: () => call<{
      views: SavedView[];
    }>({"answer":"json","body":"none","method":"GET","path":"/api/saved_views/all","query":[]}, {}),
    /** Create `POST /api/saved_views/create`, not for API keys */
    jobsSavedViewsCreate: (input: { body: SavedViewForm; idempotencyKey?: string }) => call<{
      view: SavedView;
    }>({"answer":"json","body":"json","method":"POST","path":"/api/saved_views/create","query":[]}, input),
    /** Delete `DELETE /api/saved_views/{id}`, not for API keys */
    jobsSavedViewsDelete: (input: { id: string; idempotencyKey?: string }) => call<{
      id: string;
    }>({"answer":"json","body":"none","method":"DELETE","path":"/api/saved_views/{id}","query":[]}, input),
    /** Edit `PUT /api/saved_views/{id}`, not for API keys */
    jobsSavedViewsEdit: (input: { id: string; body: SavedViewForm; idempotencyKey?: string }) => call<{
      view: SavedView;
    }>({"answer":"json","body":"json","method":"PUT","path":"/api/saved_views/{id}","query":[]}, input),
    /** Shift `POST /api/schedule/shift`, scope `jobs.schedule` */
    planningShiftShift: (input: { body: ShiftForm; idempotencyKey?: string }) => call<ShiftedJobs>({"answer":"json","body":"json","method":"POST","path":"/api/schedule/shift","query":[]}, input),
    /** Undo `POST /api/schedule/shift/{shiftId}/undo`, scope `jobs.schedule` */
    planningShiftUndoUndo: (input: { shiftId: string; idempotencyKey?: string }) => call<RestoredJobs2>({"answer":"json","body":"none","method":"POST","path":"/api/schedule/shift/{shiftId}/undo","query":[]}, input),
    /** Find `GET /api/search`, scope `read` */
    searchFind: (input: { q?: string } = {}) => call<SearchAnswer>({"answer":"json","body":"none","method":"GET","path":"/api/search","query":["q"]}, input),
    /** Open `GET /api/socket`, not for API keys */
    liveRoutesOpen: () => call<void>({"answer":"none","body":"none","method":"GET","path":"/api/socket","query":[]}, {}),
    /** Today `GET /api/today`, scope `read` */
    todayToday: () => call<Today>({"answer":"json","body":"none","method":"GET","path":"/api/today","query":[]}, {}),
    /** Translations `POST /api/translations`, scope `read` */
    translationsTranslations: (input: { body: Translate; idempotencyKey?: string }) => call<{
      translations: Translation[];
    }>({"answer":"json","body":"json","method":"POST","path":"/api/translations","query":[]}, input),
    /** Prepare `POST /api/translations/prepare`, scope `read` */
    translationsPrepare: (input: { body: Translate; idempotencyKey?: string }) => call<{
      texts: PreparedText[];
    }>({"answer":"json","body":"json","method":"POST","path":"/api/translations/prepare","query":[]}, input),
    /** Restore `POST /api/translations/restore`, scope `read` */
    translationsRestore: (input: { body: RestoreTexts; idempotencyKey?: string }) => call<RestoredTranslations>({"answer":"json","body":"json","method":"POST","path":"/api/translations/restore","query":[]}, input),
    /** Offer `OPTIONS /api/uploads`, scope `read` */
    filesUploadsOffer: () => call<void>({"answer":"none","body":"none","method":"OPTIONS","path":"/api/uploads","query":[]}, {}),
    /** Offer `OPTIONS /api/uploads/{id}`, scope `read` */
    filesUploadsOfferUploads: (input: { id: string }) => call<void>({"answer":"none","body":"none","method":"OPTIONS","path":"/api/uploads/{id}","query":[]}, input),
    /** Weather `GET /api/weather`, scope `read` */
    planningWeatherWeather: (input: { from?: string; to?: string } = {}) => call<{
      places: PlaceWeather[];
    }>({"answer":"json","body":"none","method":"GET","path":"/api/weather","query":["from","to"]}, input),
    /** List `GET /api/webhooks/all`, scope `webhooks.manage` */
    webhooksList: () => call<{
      webhooks: Webhook[];
    }>({"answer":"json","body":"none","method":"GET","path":"/api/webhooks/all","query":[]}, {}),
    /** Create `POST /api/webhooks/create`, scope `webhooks.manage` */
    webhooksCreate: (input: { body: NewWebhook; idempotencyKey?: string }) => call<WebhookWithSecret>({"answer":"json","body":"json","method":"POST","path":"/api/webhooks/create","query":[]}, input),
    /** Redeliver `POST /api/webhooks/deliveries/{id}/redeliver`, scope `webhooks.manage` */
    webhooksRedeliver: (input: { id: string; idempotencyKey?: string }) => call<{
      delivery: WebhookDelivery;
    }>({"answer":"json","body":"none","method":"POST","path":"/api/webhooks/deliveries/{id}/redeliver","query":[]}, input),
    /** Delete `DELETE /api/webhooks/{id}`, scope `webhooks.manage` */
    webhooksDelete: (input: { id: string; idempotencyKey?: string }) => call<{
      id: string;
    }>({"answer":"json","body":"none","method":"DELETE","path":"/api/webhooks/{id}","query":[]}, input),
    /** Edit `PUT /api/webhooks/{id}`, scope `webhooks.manage` */
    webhooksEdit: (input: { id: string; body: EditWebhook; idempotencyKey?: string }) => call<{
      webhook: Webhook;
    }>({"answer":"json","body":"json","method":"PUT","path":"/api/webhooks/{id}","query":[]}, input),
    /** List deliveries `GET /api/webhooks/{id}/deliveries`, scope `webhooks.manage` */
    webhooksListDeliveries: (input: { id: string }) => call<{
      deliveries: WebhookDelivery[];
    }>({"answer":"json","body":"none","method":"GET","path":"/api/webhooks/{id}/deliveries","query":[]}, input),
    /** Renew `POST /api/webhooks/{id}/renew`, scope `webhooks.manage` */
    webhooksRenew: (input: { id: string; idempotencyKey?: string }) => call<{
      secret: string;
    }>({"answer":"json","body":"none","method":"POST","path":"/api/webhooks/{id}/renew","query":[]}, input),
    /** Test `POST /api/webhooks/{id}/test`, scope `webhooks.manage` */
    webhooksTest: (input: { id: string; idempotencyKey?: string }) => call<{
      delivery: WebhookDelivery;
    }>({"answer":"json","body":"none","method":"POST","path":"/api/webhooks/{id}/test","query":[]}, input),
    /** Add item `POST /api/work_orders/addItem`, scope `workOrders.edit` */
    ordersWorkOrdersAddItem: (input: { body: NewWorkOrderItem; idempotencyKey?: string }) => call<ItemSaved>({"answer":"json","body":"json","method":"POST","path":"/api/work_orders/addItem","query":[]}, input),
    /** Create `POST /api/work_orders/create`, scope `workOrders.create` */
    ordersWorkOrdersCreate: (input: { body: NewOrder; idempotencyKey?: string }) => call<{
      newWorkOrder: WorkOrder;
    }>({"answer":"json","body":"json","method":"POST","path":"/api/work_orders/create","query":[]}, input),
    /** Delete `DELETE /api/work_orders/delete/{orderId}`, scope `workOrders.delete` */
    ordersWorkOrdersDelete: (input: { orderId: string; idempotencyKey?: string }) => call<{
      id: string;
    }>({"answer":"json","body":"none","method":"DELETE","path":"/api/work_orders/delete/{orderId}","query":[]}, input),
    /** Delete item `DELETE /api/work_orders/item/delete/{itemId}`, scope `workOrders.edit` */
    ordersWorkOrdersDeleteItem: (input: { itemId: string; idempotencyKey?: string }) => call<ItemDeleted>({"answer":"json","body":"none","method":"DELETE","path":"/api/work_orders/item/delete/{itemId}","query":[]}, input),
    /** Of job `GET /api/work_orders/job/{jobId}`, scope `read` */
    ordersWorkOrdersOfJob: (input: { jobId: string }) => call<{
      orders: WorkOrder[];
    }>({"answer":"json","body":"none","method":"GET","path":"/api/work_orders/job/{jobId}","query":[]}, input),
    /** Send `POST /api/work_orders/send`, scope `workOrders.edit` */
    ordersWorkOrdersSend: (input: { body: SendWorkOrder & {
        workOrderPDF?: Blob;
      }; idempotencyKey?: string }) => call<{
      order: WorkOrder;
    }>({"answer":"json","body":"form","method":"POST","path":"/api/work_orders/send","query":[]}, input),
    /** Sign `POST /api/work_orders/sign`, scope `workOrders.sign` */
    ordersWorkOrdersSign: (input: { body: SignWorkOrder; idempotencyKey?: string }) => call<{
      newSignOff: SignOff;
    }>({"answer":"json","body":"json","method":"POST","path":"/api/work_orders/sign","query":[]}, input),
    /** Unsign `DELETE /api/work_orders/sign/{orderId}`, scope `workOrders.sign` */
    ordersWorkOrdersUnsign: (input: { orderId: string; idempotencyKey?: string }) => call<{
      id: string;
    }>({"answer":"json","body":"none","method":"DELETE","path":"/api/work_orders/sign/{orderId}","query":[]}, input),
    /** Single `GET /api/work_orders/single/{id}`, scope `read` */
    ordersWorkOrdersSingle: (input: { id: string }) => call<{
      order: WorkOrder;
    }>({"answer":"json","body":"none","method":"GET","path":"/api/work_orders/single/{id}","query":[]}, input),
    /** Set item `POST /api/work_orders/updateItem`, scope `workOrders.edit` */
    ordersWorkOrdersSetItem: (input: { body: EditWorkOrderItem; idempotencyKey?: string }) => call<ItemSaved>({"answer":"json","body":"json","method":"POST","path":"/api/work_orders/updateItem","query":[]}, input),
    /** Show `GET /basemap.pmtiles`, scope `read` */
    operationsBasemapShow: () => call<Blob>({"answer":"blob","body":"none","method":"GET","path":"/basemap.pmtiles","query":[]}, {}),
    /** Page `GET /c/{slug}`, scope `read` */
    companiesPublicPagesPage: (input: { slug: string }) => call<string>({"answer":"text","body":"none","method":"GET","path":"/c/{slug}","query":[]}, input),
    /** Read `GET /feeds/{file}`, scope `read` */
    calendarFeedsRead: (input: { file: string }) => call<string>({"answer":"text","body":"none","method":"GET","path":"/feeds/{file}","query":[]}, input),
    /** Show `GET /files/{key}`, scope `read` */
    filesShow: (input: { key: string; seal?: string; until?: string | number | boolean }) => call<Blob>({"answer":"blob","body":"none","method":"GET","path":"/files/{key}","query":["seal","until"]}, input),
    /** Page `GET /g/{secret}`, scope `read` */
    guestLinksPagePage: (input: { secret: string }) => call<string>({"answer":"text","body":"none","method":"GET","path":"/g/{secret}","query":[]}, input),
    /** Metrics `GET /metrics`, not for API keys */
    operationsMetricsMetrics: () => call<Blob>({"answer":"blob","body":"none","method":"GET","path":"/metrics","query":[]}, {}),
  };
};
