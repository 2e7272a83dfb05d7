import type { OfficeTopics } from '../topics';

export const englishOffice: OfficeTopics = {
  start: {
    title: 'Getting started',
    words: 'begin first setup new company contractor subcontractor overview',
    body: [
      'Ridgeline has your jobs, crews and documents in one place. Contractors create jobs and assign them; subcontractors accept them and send their people.',
      [
        'As a contractor, create your first jobs or import the list you already have.',
        'Add your crews: connect with subcontractors who use Ridgeline, and add crews without an account.',
        'Drag the jobs onto their days in the calendar and give each of them to a crew.',
        'Invite the people of your company.',
      ],
      'As a subcontractor, accept the connection of the contractor you work for. The jobs they assign to you then appear in your list, and you accept or decline each of them.',
    ],
  },
  phone: {
    title: 'Ridgeline on the phone',
    words: 'mobile app iphone android small screen bottom roof gloves route call',
    body: [
      'Sign in with the browser of your phone, at the same address. The main pages are at the bottom of the screen. Your settings, help and log out open from your name at the top of the Company screen.',
      'The calendar shows one week at a time. Swipe to change the week, and tap a job to open it. Jobs without dates are behind the bar above the navigation: tap one and pick its dates.',
      'On a job, Route opens directions in the maps app of your phone, and the Images tab takes photos with the camera.',
    ],
  },
  workOrders: {
    title: 'Work orders and sign-offs',
    words: 'sign signature items pay quantity unit cost total send mail print pdf scope',
    body: [
      'A work order says what a crew does on a job and what it is paid for it: items with quantity and cost. Admins of the contractor write it on the job’s Work orders tab.',
      [
        'Create the order. The title comes from the job number and can be changed.',
        'Add the items. The total adds up by itself.',
        'Send it. The admins of the subcontractor get it by email with a link and the PDF. You can also print it.',
      ],
      'Signing off means that you have read the order and agree. Everyone on the job can sign and can remove their own signature. If the items change after that, the signature is marked, and you can sign again.',
    ],
  },
  purchaseOrders: {
    title: 'Purchase orders',
    words: 'po buy order material send vendor supplier email pdf quantity cost total delivered',
    body: [
      'Contractors order material for a job with purchase orders. Subcontractors do not see them.',
      [
        'Create the order on the job’s Purchase orders tab.',
        'Choose products from your price list. The running total stays in sight, and the order keeps the costs of that day.',
        'Open the order and choose the vendor.',
        'Tick the contacts who should get it, add a message if you like, and send. They get the PDF by email.',
      ],
      'The order shows who it was sent to, when, and whether it was delivered. Send again sends it as it is now.',
    ],
  },
  vendors: {
    title: 'Vendors and their contacts',
    words: 'supplier store account number email delete',
    body: [
      'Vendors are the stores and suppliers where a contractor buys. Give each a name, your account number there if you have one, and the people who take your orders, with their email addresses.',
      'Deleting a vendor also deletes its contacts. Purchase orders that name it stay, without a vendor.',
    ],
  },
  products: {
    title: 'Products and your price list',
    words: 'category unit cost price import csv catalog material',
    body: [
      'Products are sorted into categories, each with its unit cost. Purchase orders use this list, and an order keeps the cost of the day on which the product was chosen.',
      'Import reads the price list of a vendor from a CSV file. A product that is already there gets the new cost, and categories that are missing are created.',
      'Admins change the list, and everyone at the contractor can see it. Deleting a category deletes its products; they stay on the orders that contain them.',
    ],
  },
  customers: {
    title: 'Customers',
    words: 'client homeowner phone address history export import csv call',
    body: [
      'Customers are the people a contractor works for. First name, last name and phone number are required; you can add the rest later.',
      'Open a customer to see their jobs and appointments, to call them and to get directions. Choose the customer of a job on its details; an appointment always has one.',
      'Import adds customers from a CSV file, Export saves all of them in one. Deleting a customer keeps their jobs and appointments.',
    ],
  },
  company: {
    title: 'Company page and files',
    words: 'logo description qualifications public private insurance license upload time zone dashboard',
    body: [
      'The Company screen shows who you are, where your jobs are, who works today and your people. Admins edit name, location, description and logo, and add qualifications such as a license.',
      'Files such as your insurance certificate are private until an admin makes them public. The companies you are connected with see public files on your company page.',
      'Appointments are shown and entered in the time zone of the company.',
    ],
  },
  roles: {
    title: 'Invite people and what they may do',
    words: 'roles admin member salesman foreman permissions rights user invite remove employee account',
    body: [
      'Admins invite people by email from the Company screen and choose their role. Inviting the same address again sends the invitation once more. Anyone who accepts belongs to your company from then on.',
      'Admins can make changes. At a contractor, admins create, schedule and assign jobs, write and send orders, and manage customers, products and vendors. At a subcontractor, they accept or decline jobs and say which employee does them. At both, they manage the company, its crews and connections, and invite and remove people.',
      'A member can see everything in the company. A salesman or a foreman is like a member, but sees only the jobs and appointments that are assigned to them; only contractors have them.',
      'Everyone can add photos and notes, sign work orders and write messages. A button you cannot use says why when you point at it or tap it.',
    ],
  },
  history: {
    title: 'Who did what, and when',
    words: 'history activity log changes audit before undo earlier who when csv',
    body: [
      'The History tab of a job lists every change to it: who made it, when, and what it was before. Everyone who can see the job can read it, but a subcontractor sees nothing of amounts, customers or purchase orders.',
      'Admins can also see the activity of the whole company: press Activity on the Company screen. Filter it by type, action, person and days, or search for words. Download CSV saves the filtered list.',
      'Nobody can change or delete the history. The entries of a user stay after they leave the company.',
    ],
  },
  data: {
    title: 'Download or delete your data',
    words: 'export download zip backup delete account company erase leave privacy',
    body: [
      'Your data belongs to you. In the company settings, an admin can download everything the company has in one zip file: tables that a spreadsheet opens, and all photos and files.',
      'There an admin can also delete the company, permanently and for everyone, by typing its name and their password. In Your settings, everyone can delete their own account; the jobs of the company stay.',
    ],
  },
  software: {
    title: 'Keys and webhooks for other software',
    words: 'api key token integration zapier n8n webhook secret program spreadsheet accounting',
    body: [
      'An admin lets other programs work with your data. Open the company settings: API keys and Webhooks are under Other software.',
      [
        'A key lets a program read and change what you choose, in your name. Copy its secret into the program: it is shown only once.',
        'A webhook tells a program at once when something changes. Press Send a test, and look under Deliveries whether it arrived.',
        'Revoke a key, or pause a webhook, when a program is no longer used.',
      ],
      'The history names the key beside everything that a program did with it.',
    ],
  },
  connections: {
    title: 'Connections and company search',
    words: 'connect request accept decline remove pending subcontractor find company',
    body: [
      'Companies work together through a connection. A contractor can assign jobs to a subcontractor once both are connected.',
      [
        'Open Connections, search for the company by its location and type, and look at its page.',
        'Press Connect and add a message if you like.',
        'The other company accepts or declines. Until then, the connection says pending.',
      ],
      'Admins send, accept and remove connections. Removing one unassigns the active jobs that were assigned through it; completed jobs stay as they are.',
    ],
  },
  messages: {
    title: 'Messages',
    words: 'chat room write tag image photo emoji send resend translate translation spanish seen unread',
    body: [
      'Every connection has a chat where the people of both companies write to each other. Messages appear right away and show who has seen them. The number on Messages shows how many you have not read yet.',
      'Enter sends, Shift and Enter start a new line. Below the text are emoji, photos and tags: add several photos at once, and tag people so that they know it is for them. A message that could not be sent says so; press it to send it again.',
      'A message in the other language has Translate below it, where your browser or this server can translate. Show original shows the original text again. The same button is on notes, orders, products and vendors.',
      'When two companies are no longer connected, they can still read their chat.',
    ],
  },
  notifications: {
    title: 'Notifications',
    words: 'bell red dot alert unseen new mail email digest push phone device mute',
    body: [
      'The bell shows you what others did: a job assigned, accepted or declined, a work order signed, a connection requested. You get no notifications about what you did yourself.',
      'A red dot on the bell or on an icon means that there is something new for you. Open the bell to see it; each line leads to the job or page it is about.',
      'In your settings, choose for each kind of notification whether you also get it by email, right away or once a day, or not at all. There you can also turn on notifications for a phone or computer, even while Ridgeline is closed.',
    ],
  },
  settings: {
    title: 'Your settings and your password',
    words:
      'language spanish english name phone position location change password forgot log out security two-step code lost device',
    body: [
      'Settings, in the menu under your name, has your name, position, phone number, location and language. A new language applies right away, on every device, and also to the emails you get.',
      'Under Sign-in and security, you change your password and see every device where you are signed in: sign out of one that you lost. With two-step sign-in, you enter a code from an app on your phone after the password; keep the recovery codes on paper, in case you lose your phone.',
      [
        'If you forgot your password, log out.',
        'On the sign-in page choose Forgot your password?',
        'Open the link in the email you get, and choose a new password.',
      ],
    ],
  },
  feedback: {
    title: 'Tell us what you think',
    words: 'bug complaint feature request idea contact support poll news problem',
    body: [
      'Polls and news, in the menu under your name, has a form for feedback: an idea, a complaint, something that does not work, or anything else. Say in the details what you did and what you expected to happen.',
      'What is new in Ridgeline is on the same page. Once a day, a banner at the top links to it; once dismissed, it stays hidden until the next day.',
    ],
  },
};
