import type { OfficeTopics } from '../topics';

export const englishOffice: OfficeTopics = {
  start: {
    title: 'Getting started',
    words: 'begin first setup new company contractor subcontractor overview',
    body: [
      'Ridgeline keeps your jobs, the crews who do them and the papers that go with them in one place. Contractors create jobs and hand them out; subcontractors accept them and send their people.',
      [
        'As a contractor, create your first jobs or import the list you already have.',
        'Add your crews: connect with subcontractors who use Ridgeline, and write down crews without an account.',
        'Drag the jobs onto their days in the calendar and give each of them to a crew.',
        'Invite the people of your company.',
      ],
      'As a subcontractor, accept the connection of the contractor you work for. The jobs they give you then show among your jobs, and you accept or decline each of them.',
    ],
  },
  phone: {
    title: 'Ridgeline on the phone',
    words: 'mobile app iphone android small screen bottom roof gloves route call',
    body: [
      'Sign in with the browser of your phone, at the same address. The places of the app are at the bottom of the screen. Your settings, help and log out open from your name at the top of the Company screen.',
      'The calendar shows one week at a time. Swipe to change the week, and tap a job to open it. Jobs without dates are behind the bar above the navigation: tap one and pick its dates.',
      'On a job, Route opens the way there in the maps of your phone, and its tab Images takes photos with the camera.',
    ],
  },
  workOrders: {
    title: 'Work orders and sign-offs',
    words: 'sign signature items pay quantity unit cost total send mail print pdf scope',
    body: [
      'A work order says what a crew does on a job and what it is paid for it: items with quantity and cost. Admins of the contractor write it on the job’s tab Work orders.',
      [
        'Create the order. The title comes from the job number and can be changed.',
        'Add the items. The total adds up by itself.',
        'Send it. The admins of the subcontractor get it by e-mail with a link and the PDF. You can also print it.',
      ],
      'Sign off says that you have read the order and agree. Everybody on the job can sign and can remove their own signature. If the items change after that, the signature is marked and can be given again.',
    ],
  },
  purchaseOrders: {
    title: 'Purchase orders',
    words: 'po buy order material send vendor supplier email pdf quantity cost total delivered',
    body: [
      'Contractors order material for a job with purchase orders. Subcontractors do not see them.',
      [
        'Create the order on the job’s tab Purchase orders.',
        'Choose products from your price list. The running total stays in sight, and the order keeps the costs of that day.',
        'Open the order and choose the vendor.',
        'Tick the contacts who should get it, add a message if you like, and send. They get the PDF by e-mail.',
      ],
      'The order lists to whom it was sent, when, and whether it was delivered. Send again sends it as it stands now.',
    ],
  },
  vendors: {
    title: 'Vendors and their contacts',
    words: 'supplier store account number email delete',
    body: [
      'Vendors are the stores and suppliers where a contractor buys. Give each a name, your account number there if you have one, and the people who take your orders, with their e-mail address.',
      'Deleting a vendor also deletes its contacts. Purchase orders that name it stay, without a vendor.',
    ],
  },
  products: {
    title: 'Products and your price list',
    words: 'category unit cost price import csv catalog material',
    body: [
      'Products stand in categories, each with its unit cost. Purchase orders pick from this list, and an order keeps the cost of the day on which the product was chosen.',
      'Import brings in the price list of a vendor from a CSV file. A product that is already there gets the new cost, and categories that are missing are created.',
      'Admins change the list, everybody at the contractor reads it. Deleting a category deletes its products; orders that name them keep them.',
    ],
  },
  customers: {
    title: 'Customers',
    words: 'client homeowner phone address history export import csv call',
    body: [
      'Customers are the people a contractor works for. First name, last name and phone number are needed, the rest can follow.',
      'Open a customer to see their jobs and appointments, to call them and to find the way. Choose the customer of a job on its details; an appointment always has one.',
      'Import brings customers in from a CSV file, Export saves all of them as one. Deleting a customer keeps their jobs and appointments.',
    ],
  },
  company: {
    title: 'Company page and files',
    words: 'logo description qualifications public private insurance license upload time zone dashboard',
    body: [
      'The Company screen shows who you are, where your jobs are, who works today and your people. Admins edit name, location, description and logo, and add qualifications such as a license.',
      'Files such as your insurance certificate are private until an admin makes them public. Public files show on your company page to the companies you are connected with.',
      'The time zone of the company decides in which time appointments are shown and entered.',
    ],
  },
  roles: {
    title: 'Invite people and what they may do',
    words: 'roles admin member salesman foreman permissions rights user invite remove employee account',
    body: [
      'Admins invite people by e-mail from the Company screen and choose what they are. Inviting the same address again sends the invitation once more. Whoever accepts belongs to your company from then on.',
      'An admin changes things. At a contractor admins create, schedule and assign jobs, write and send orders, and keep customers, products and vendors. At a subcontractor they accept or decline jobs and say which employee does them. At both they look after the company, its crews and connections, and invite and remove people.',
      'A member reads everything of the company. A salesman or a foreman reads like a member, but sees only the jobs and appointments that are assigned to them; only contractors have them.',
      'Whoever they are, people add photos and notes, sign work orders and write messages. A button you may not press says why when you point at it or tap it.',
    ],
  },
  history: {
    title: 'Who did what, and when',
    words: 'history activity log changes audit before undo earlier who when csv',
    body: [
      'The History tab of a job tells every change to it: who made it, when, and what it was before. Everybody who sees the job reads it, as far as they may know it: a subcontractor reads nothing of amounts, customers or purchase orders.',
      'Admins also read what was done in the whole company: press Activity on the Company screen. Narrow it by what it is about, what was done, who did it and on which days, or look for words. Download CSV saves what is left.',
      'Nothing of it can be changed or deleted. What somebody did stays when they leave.',
    ],
  },
  data: {
    title: 'Take your data along, or leave',
    words: 'export download zip backup delete account company erase leave privacy',
    body: [
      'Your data belong to you. In the company settings an admin downloads everything of the company in one zip file: tables that a spreadsheet opens, and all photos and files.',
      'There an admin can also delete the company, for good and for everybody, by typing its name and their password. In Your settings everybody can delete their own account; the jobs of the company stay.',
    ],
  },
  connections: {
    title: 'Connections and company search',
    words: 'connect request accept decline remove pending subcontractor find company',
    body: [
      'Companies work together through a connection. A contractor can assign jobs to a subcontractor once both are connected.',
      [
        'Open Connections, search for the company by its place and what it does, and look at its page.',
        'Press Connect and add a message if you like.',
        'The other company accepts or declines. Until then the connection says pending.',
      ],
      'Admins send, accept and remove connections. Removing one takes back the active jobs that were assigned over it; completed jobs stay as they are.',
    ],
  },
  messages: {
    title: 'Messages',
    words: 'chat room write tag image photo emoji send resend translate translation spanish seen unread',
    body: [
      'Every connection has a room where the people of both companies write to each other. What somebody writes shows at once, with who has seen it. A number on Messages says how much you have not read yet.',
      'Enter sends, Shift and Enter begin a new line. Beneath what you write are emoji, pictures and tags: add several pictures at once, and tag people so that they know it is for them. A message that could not be sent says so; press it to send it again.',
      'A message in the other language has See translation below it, where your browser or this server can translate. The original is one press away. The same button stands at notes, orders, products and vendors.',
      'Once two companies are no longer connected, their room can still be read.',
    ],
  },
  notifications: {
    title: 'Notifications',
    words: 'bell red dot alert unseen new mail email digest push phone device mute',
    body: [
      'The bell tells you what others did: a job assigned, accepted or declined, a work order signed, a connection requested. You are never told about what you did yourself.',
      'A red dot on the bell or on a place means that something there is new to you. Open the bell to see it; each line leads to the job or page it is about.',
      'In your settings, choose for each kind whether it also comes by mail, at once or once a day, or not at all. There you can also let a phone or computer tell you while Ridgeline is closed.',
    ],
  },
  settings: {
    title: 'Your settings and your password',
    words:
      'language spanish english name phone position location change password forgot log out security two-step code lost device',
    body: [
      'Settings, in the menu under your name, hold your name, position, phone number, place and language. A new language counts at once, on every device, and also for the mail you get.',
      'Under Sign-in and security you change your password, and see every device where you are signed in: sign out of one that you lost. With two-step sign-in an app on your phone gives a code after the password; keep the recovery codes on paper, for the day the phone is gone.',
      [
        'If you no longer know your password, log out.',
        'On the sign-in page choose Forgot your password?',
        'Open the link in the mail that comes, and choose a new one.',
      ],
    ],
  },
  feedback: {
    title: 'Tell us what you think',
    words: 'bug complaint feature request idea contact support poll news problem',
    body: [
      'Polls and news, in the menu under your name, has a form for feedback: an idea, a complaint, something that does not work, or anything else. Say in the details what you did and what you expected to happen.',
      'What is new in Ridgeline stands on the same page. Once a day a line under the bar leads there; dismiss it and it is gone until tomorrow.',
    ],
  },
};
