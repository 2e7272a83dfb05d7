import type { WorkTopics } from '../topics';

export const englishWork: WorkTopics = {
  calendar: {
    title: 'Schedule jobs on the calendar',
    words: 'drag drop move resize dates schedule unschedule unscheduled strip reschedule keyboard bar color',
    body: [
      'Each job is a bar over its days, in its own color. A dashed line inside the bar means that the crew has not accepted yet. Gray with a check means that the job is complete.',
      'Admins of contractors drag a bar to move the job and drag its ends to make it longer or shorter. The change is saved as soon as you let go. Completed jobs cannot be moved.',
      'Jobs without dates are in the Unscheduled strip below the days. Drag one onto a day, or press Enter on it and pick the dates. To remove a job from the calendar, drag it back to the strip or choose Unschedule in its options.',
      'By keyboard: the arrow keys move a job by a day or a week, Shift with left or right makes it shorter or longer, and Enter opens its options with color, tags and calendars.',
    ],
  },
  lanes: {
    title: 'Crew lanes: who works when',
    words: 'crews rows overlap double booked free subcontractor employee hand over give lane board',
    body: [
      'Choose Crews at the left of the calendar. Every subcontractor, custom crew and employee has a row with their jobs, and the row shows their number and days. Jobs that are not assigned are in the row Nobody yet.',
      [
        'Drag a job along its row to change its dates.',
        'Drag it to another row to give it to that crew. You are asked before anything changes.',
        'A subcontractor is then asked to accept the job. A custom crew or an employee has it right away.',
      ],
      'Where jobs of one crew share a day, the row says Overlap. It is only a warning.',
    ],
  },
  filters: {
    title: 'Filters, calendars and the job map',
    words: 'hide show city location status date range reset group season map pins',
    body: [
      'Filters narrow the calendar to a status, a city or a range of dates. While something is filtered the button is marked; Reset shows everything again.',
      'Calendars sort jobs and appointments by area, season or kind of work. Create one, add jobs to it, and hide what you do not need to see. Deleting a calendar keeps its jobs and appointments with their dates.',
      'Job Map shows the same jobs as pins in their colors, beside a list of them. A job shows there once its address is found on the map.',
    ],
  },
  appointments: {
    title: 'Appointments with customers',
    words: 'meeting visit estimate follow-up note complete time zone length salesman',
    body: [
      'Appointments are visits to customers. Only contractors have them. Salesmen and foremen see the ones that are assigned to them.',
      [
        'Choose New Appt, or click an hour in the Appointments view.',
        'Choose the customer and who goes, then the date, the start time and the length.',
        'Drag the appointment to move it, and drag its lower edge to change its length.',
        'Afterwards open it and choose Complete. The follow-up note says how it went.',
      ],
      'Times are those of your company’s time zone, wherever you are. A completed appointment is gray and can no longer be changed.',
    ],
  },
  printing: {
    title: 'Print the calendar and follow it on your phone',
    words: 'pdf png paper a4 subscribe ics google outlook apple calendar feed address job card export',
    body: [
      'Print, at the left of the calendar, saves what you see as PDF or PNG or sends it to a printer. It works in the Jobs and Appointments views, with the filters you have set.',
      'Each job also has a card for the truck: customer, dates, inspection note and orders on A4. Choose Job card on the job.',
      [
        'To see your jobs in the calendar of your phone, open Calendars and choose Subscribe on your phone.',
        'Create your address and open it in your calendar. From then on, it updates with every change here.',
        'Keep the address private: anyone who has it can see your calendar. You can delete it or create a new one at any time.',
      ],
    ],
  },
  newJobs: {
    title: 'Create and import jobs',
    words: 'new add csv excel spreadsheet file upload columns rows refused duplicate',
    body: [
      'Admins of contractors create jobs with New Job. Title, city and state are enough. With a street address, the job appears on the map.',
      [
        'To add many jobs at once, choose Import on the jobs page and select a CSV file with one job per row and headings in the first row.',
        'Check which column belongs to each field. Most are recognized.',
        'Look at the preview. It shows what is good, what is there already and what is refused, and why.',
        'Import. Rows that were refused can be downloaded, corrected and imported again.',
      ],
      'A job that is already there is not added twice, so you can import the same file again.',
    ],
  },
  jobList: {
    title: 'Find a job',
    words: 'search list tabs active complete unscheduled sort order location filter',
    body: [
      'The jobs page has tabs for all, active, complete and unscheduled jobs. The search looks in the title, address, city, state and ZIP code.',
      'The bar before each title has the color of the job, gray when it is complete. The crew is green once it has accepted and marked as waiting until then.',
      'Press a column heading to sort. On a phone, sorting and city are behind the button beside the search.',
    ],
  },
  jobDetails: {
    title: 'The job and its details',
    words:
      'number contract amount inspection note tags customer color complete incomplete edit title address delete',
    body: [
      'A job has tabs for details, work orders, purchase orders, measurement reports, images and notes. Purchase orders are there for contractors only.',
      'Admins of contractors change a value with the pencil beside it: number, contract amount, customer, inspection note, tags and color. Title, address, dates and crew are on the Edit / assign tab, and Delete job is there as well.',
      'Press Mark Complete when the work is done. The job turns gray and keeps its days. Mark Incomplete opens it again.',
    ],
  },
  assign: {
    title: 'Assign a job to a crew',
    words: 'subcontractor crew lead employee pending accepted reassign take back hand out',
    body: [
      [
        'Open the job and its Edit / assign tab.',
        'Choose a connected subcontractor, or one of your custom crews and, if you like, its crew lead.',
        'Press Assign crew.',
      ],
      'A subcontractor is notified and has to accept. Until then, the job says pending acceptance. A custom crew has the job right away.',
      'You can also assign one of your own employees. Foremen and salesmen see the jobs that are assigned to them.',
      'If you assign the job again, its current crew loses it, even after accepting it. You see a warning first.',
    ],
  },
  answer: {
    title: 'Accept or decline a job',
    words: 'subcontractor answer yes no contractor waiting send employee',
    body: [
      'When a contractor assigns a job to your company, your admins get a notification and the job appears in your list.',
      [
        'Open the job and look at the dates, the location and the work orders.',
        'Press Accept or Decline. The contractor is notified.',
        'After accepting, choose which of your employees does it. The contractor sees who you send.',
      ],
      'A job you decline goes back to the contractor and leaves your list. Only the contractor can change the dates and the title.',
    ],
  },
  crews: {
    title: 'Crews without an account',
    words: 'custom crew members people name phone email lead delete',
    body: [
      'A custom crew is a group of people who work for you without signing in to Ridgeline. They get no messages from it.',
      'Create it under Custom crews and add its members with name, email and phone; only the name is required. Then assign jobs to it, and if you like to one of its members as crew lead.',
      'Only admins change crews. Deleting a crew leaves its jobs without one.',
    ],
  },
  photos: {
    title: 'Photos and notes of a job',
    words: 'images pictures camera upload gallery delete comment',
    body: [
      'Everyone on the job, at the contractor and at the subcontractor, can see its photos and notes and add more. On the Images tab, drop files, choose them, or take a photo with your phone.',
      'A photo that could not be sent stays in the list and can be tried again. Tap a photo to see it large and go through the others.',
      'You can delete your own photos and notes, but not those of others.',
    ],
  },
  measurements: {
    title: 'Measurement reports',
    words: 'squares units waste amount roof linear foot quantities fill',
    body: [
      'The Measurement reports tab has what was measured on the roof: an amount and its unit, squares unless you choose another. Admins of the contractor add and delete measurements, and everyone on the job can see them.',
      'In a purchase order, Fill from measurements takes the amount, adds the percentage of waste you enter and sets the quantity of a product.',
    ],
  },
};
