//! Who may call which route. A reviewer reads this table; a new route changes it.

/// The method, the path and the permitted callers of each route.
const MATRIX: &str = "\
get    /api/activity                              company.edit
get    /api/activity/choices                      company.edit
get    /api/activity/export                       company.edit
get    /api/activity/job/{id}                     signed in
get    /api/api_keys/all                          apiKeys.manage
post   /api/api_keys/create                       apiKeys.manage
post   /api/api_keys/renew                        apiKeys.manage
delete /api/api_keys/{id}                         apiKeys.manage
post   /api/appointment_series/change             appointments.edit
post   /api/appointment_series/create             appointments.create
post   /api/appointment_series/stop               appointments.edit
get    /api/appointment_series/{appointmentId}    appointments.view
post   /api/appointments/assignToCalendar         appointments.edit
put    /api/appointments/color/{id}               appointments.edit
get    /api/appointments/company                  appointments.view
put    /api/appointments/complete/{id}            appointments.complete
post   /api/appointments/create                   appointments.create
delete /api/appointments/delete/{id}              appointments.edit
put    /api/appointments/details/{id}             appointments.edit
put    /api/appointments/schedule/{id}            appointments.schedule
get    /api/auth/account                          account owner
get    /api/auth/callback                         anyone
get    /api/auth/callback/{id}                    anyone
get    /api/auth/config                           anyone
post   /api/auth/createNewAccountWithCompany      newcomer
post   /api/auth/deleteAccount                    newcomer
post   /api/auth/exchange                         anyone
get    /api/auth/fetchProfile                     newcomer
post   /api/auth/local/changePassword             signed in
post   /api/auth/local/forgotPassword             anyone
post   /api/auth/local/login                      anyone
post   /api/auth/local/resendVerification         account owner
post   /api/auth/local/resetPassword              anyone
post   /api/auth/local/secondFactor               anyone
post   /api/auth/local/secondFactor/begin         signed in
post   /api/auth/local/secondFactor/confirm       signed in
post   /api/auth/local/secondFactor/off           signed in
post   /api/auth/local/secondFactor/recoveryCodes signed in
post   /api/auth/local/signup                     anyone
post   /api/auth/local/verifyEmail                anyone
get    /api/auth/login                            anyone
post   /api/auth/logout                           newcomer
get    /api/auth/sessions                         signed in
post   /api/auth/sessions/endOthers               signed in
delete /api/auth/sessions/{id}                    signed in
get    /api/auth/signInMethods                    signed in
delete /api/auth/signInMethods/{id}               signed in
post   /api/auth/signInMethods/{id}/link          signed in
post   /api/auth/user/update                      signed in
get    /api/availability                          jobs.schedule
post   /api/calendar/assign                       jobs.calendarAssign
get    /api/calendar/calendars/{companyId}        signed in
delete /api/calendar/delete/{id}                  calendars.manage
delete /api/calendar/feed                         signed in
get    /api/calendar/feed                         signed in
post   /api/calendar/feed                         signed in
post   /api/calendar/new                          calendars.manage
get    /api/changes                               admins
get    /api/chat/messages/room/{roomId}           signed in
post   /api/chat/read/{roomId}                    signed in
get    /api/chat/room/{id}                        signed in
get    /api/chat/rooms                            signed in
post   /api/chat/rooms/job                        chat.send
post   /api/chat/sendAttachment/{roomId}          chat.send
post   /api/chat/sendMessage                      chat.send
post   /api/chat/subscribe                        signed in
get    /api/company/capacity                      signed in
put    /api/company/capacity                      company.edit
get    /api/company/daysOff                       signed in
put    /api/company/daysOff                       company.edit
delete /api/company/daysOff/{id}                  company.edit
post   /api/company/delete                        company.edit
get    /api/company/export                        company.edit
get    /api/company/export/file/{token}           anyone
post   /api/company/export/link                   company.edit
get    /api/company/find/{id}                     signed in
post   /api/company/invitation/submit             newcomer
delete /api/company/invitation/{invitationId}     anyone
get    /api/company/invitations                   users.invite
post   /api/company/invite                        users.invite
get    /api/company/invite/{invitationId}         anyone
get    /api/company/myFiles                       signed in
delete /api/company/myFiles/{id}                  company.files
put    /api/company/myFiles/{id}                  company.files
put    /api/company/publicPage                    company.edit
post   /api/company/removeUser                    users.remove
post   /api/company/search                        signed in
put    /api/company/timeZone                      company.edit
put    /api/company/update/{companyId}            company.edit
post   /api/company/uploadFile/{fileName}/{isPublic} company.files
post   /api/company/uploadImage                   company.edit
get    /api/company/users/{companyId}             signed in
get    /api/company/vendorReminders               purchaseOrders.edit
put    /api/company/vendorReminders               purchaseOrders.edit
get    /api/company/workdays                      signed in
put    /api/company/workdays                      company.edit
get    /api/config                                anyone
post   /api/connections/accept                    connections.manage
post   /api/connections/connect                   connections.manage
get    /api/connections/connections/{companyId}   signed in
post   /api/connections/decline                   connections.manage
get    /api/contractor_vendors                    purchaseOrders.view
post   /api/contractor_vendors                    vendors.manage
post   /api/contractor_vendors/contacts           vendors.manage
put    /api/contractor_vendors/contacts           vendors.manage
delete /api/contractor_vendors/contacts/{id}      vendors.manage
put    /api/contractor_vendors/details            vendors.manage
post   /api/contractor_vendors/import             vendors.manage
delete /api/contractor_vendors/{id}               vendors.manage
get    /api/custom_crews/all                      crews.view
post   /api/custom_crews/create                   crews.manage
post   /api/custom_crews/create_crew_member       crews.manage
delete /api/custom_crews/crew_members/{id}        crews.manage
put    /api/custom_crews/update_crew_member       crews.manage
delete /api/custom_crews/{id}                     crews.manage
post   /api/customers/create                      customers.manage
delete /api/customers/delete/{id}                 customers.manage
get    /api/customers/export                      customers.view
get    /api/customers/find                        customers.view
post   /api/customers/import                      customers.manage
post   /api/customers/update                      customers.manage
get    /api/docs                                  anyone
post   /api/feedback                              signed in
get    /api/guest/{secret}                        link holder
post   /api/guest/{secret}/answer                 link holder: accept
get    /api/guest/{secret}/calendar.ics           link holder of a job
post   /api/guest/{secret}/complete               link holder: complete
post   /api/guest/{secret}/image                  link holder: photos
post   /api/guest/{secret}/note                   link holder: notes
post   /api/guest/{secret}/order                  link holder of an order
post   /api/guest/{secret}/seen                   link holder
post   /api/guest/{secret}/sign                   link holder: sign
options /api/guest/{secret}/uploads                link holder: photos
post   /api/guest/{secret}/uploads                link holder: photos
delete /api/guest/{secret}/uploads/{id}           link holder: photos
head   /api/guest/{secret}/uploads/{id}           link holder: photos
options /api/guest/{secret}/uploads/{id}           link holder: photos
patch  /api/guest/{secret}/uploads/{id}           link holder: photos
post   /api/guest/{secret}/uploads/{id}           link holder: photos
post   /api/guest_links/create                    guest links
post   /api/guest_links/renew                     guest links
post   /api/guest_links/send                      guest links
delete /api/guest_links/{id}                      guest links
get    /api/guest_links/{id}                      guest links
get    /api/health                                anyone
post   /api/imports/stop/{importId}               signed in
post   /api/imports/undo/{importId}               jobs.create
post   /api/job_offers/answer                     jobs.acceptDecline
post   /api/job_offers/create                     jobs.assign
get    /api/job_offers/received                   jobs.acceptDecline
delete /api/job_offers/{id}                       jobs.assign
get    /api/job_offers/{id}                       jobs.assign
post   /api/job_series/change                     jobs.edit
post   /api/job_series/create                     jobs.create
post   /api/job_series/stop                       jobs.delete
get    /api/job_series/{jobId}                    signed in
get    /api/job_templates/all                     jobs.create
post   /api/job_templates/create                  jobs.create
delete /api/job_templates/{id}                    jobs.create
put    /api/job_templates/{id}                    jobs.create
post   /api/jobs/addMeasurementReport             jobs.measurements
post   /api/jobs/addNote                          jobs.notes
post   /api/jobs/addTag                           jobs.tags
post   /api/jobs/bulk                             jobs.edit
post   /api/jobs/bulk/undo                        jobs.edit
post   /api/jobs/complete                         jobs.complete
post   /api/jobs/contractAmount/update            jobs.contractAmount
post   /api/jobs/create                           jobs.create
post   /api/jobs/delete                           jobs.delete
delete /api/jobs/deleteJobImg/{id}                jobs.images
delete /api/jobs/deleteMeasurementReport/{id}     jobs.measurements
post   /api/jobs/deleteTag                        jobs.tags
get    /api/jobs/fetchImgs/{jobId}                jobs.images
get    /api/jobs/fetchNotes/{jobId}               jobs.notes
get    /api/jobs/ics/{id}                         signed in
post   /api/jobs/import                           jobs.create
get    /api/jobs/job/{id}                         signed in
post   /api/jobs/jobNumber/update                 jobs.jobNumber
get    /api/jobs/myJobs/{companyType}             signed in
post   /api/jobs/notes/delete                     jobs.notes
post   /api/jobs/unschedule                       jobs.schedule
post   /api/jobs/update/acceptDecline             jobs.acceptDecline
post   /api/jobs/update/assign/custom             jobs.assign
post   /api/jobs/update/assign/nobody             jobs.assign
post   /api/jobs/update/assign/subcontractorAccount jobs.assign
post   /api/jobs/update/assign/user               jobs.assignEmployee
post   /api/jobs/update/changeColor               jobs.color
post   /api/jobs/update/customer                  jobs.customer
post   /api/jobs/update/follows                   jobs.schedule
post   /api/jobs/update/imageCaption              jobs.images
post   /api/jobs/update/imagePair                 jobs.images
post   /api/jobs/update/inspectionNote            jobs.inspectionNote
post   /api/jobs/update/nameAddress               jobs.edit
post   /api/jobs/update/schedule                  jobs.schedule
post   /api/jobs/uploadJobImage/{jobId}           jobs.images
post   /api/leads                                 anyone
get    /api/notifications/choices                 signed in
put    /api/notifications/choices                 signed in
get    /api/notifications/pushDevices             signed in
post   /api/notifications/pushDevices             signed in
delete /api/notifications/pushDevices/{id}        signed in
get    /api/notifications/pushKey                 signed in
post   /api/notifications/seen                    signed in
get    /api/notifications/unsubscribe/{token}     anyone
post   /api/notifications/unsubscribe/{token}     anyone
get    /api/notifications/user                    signed in
get    /api/openapi.json                          anyone
post   /api/products/add                          products.manage
put    /api/products/categories                   products.manage
post   /api/products/categories/add               products.manage
delete /api/products/categories/{id}              products.manage
get    /api/products/categories/{id}              products.view
post   /api/products/import                       products.manage
put    /api/products/products                     products.manage
delete /api/products/products/{id}                products.manage
get    /api/products/products/{id}                products.view
get    /api/public/company/{slug}                 anyone
post   /api/purchase_orders/amend                 purchaseOrders.edit
post   /api/purchase_orders/create                purchaseOrders.edit
post   /api/purchase_orders/delete                purchaseOrders.edit
post   /api/purchase_orders/delivery_photo/{orderId} purchaseOrders.edit
get    /api/purchase_orders/job/{jobId}           purchaseOrders.view
post   /api/purchase_orders/prices                purchaseOrders.edit
get    /api/purchase_orders/prices/{orderId}      products.manage
post   /api/purchase_orders/receive               purchaseOrders.edit
post   /api/purchase_orders/sendToVendors         purchaseOrders.send
get    /api/purchase_orders/single/{id}           purchaseOrders.view
post   /api/purchase_orders/status                purchaseOrders.edit
put    /api/purchase_orders/update/vendor/{orderId} purchaseOrders.edit
post   /api/purchase_orders/updateOrderItems/{orderId} purchaseOrders.edit
delete /api/qualifications/delete/{id}            company.qualifications
get    /api/qualifications/find/{companyId}       signed in
post   /api/qualifications/new                    company.qualifications
get    /api/ready                                 anyone
get    /api/reports/crews                         reports.view
get    /api/reports/crews/export                  reports.view
get    /api/reports/jobs                          reports.view
get    /api/reports/jobs/export                   reports.view
get    /api/reports/value                         reportsValue.view
get    /api/reports/value/export                  reportsValue.view
get    /api/reports/vendors                       purchaseOrders.view
get    /api/reports/vendors/export                purchaseOrders.view
get    /api/saved_views/all                       signed in
post   /api/saved_views/create                    signed in
delete /api/saved_views/{id}                      signed in
put    /api/saved_views/{id}                      signed in
post   /api/schedule/shift                        jobs.schedule
post   /api/schedule/shift/{shiftId}/undo         jobs.schedule
get    /api/search                                signed in
get    /api/socket                                anyone
get    /api/today                                 signed in
post   /api/translations                          signed in
post   /api/translations/prepare                  signed in
post   /api/translations/restore                  signed in
options /api/uploads                               anyone
post   /api/uploads                               signed in
delete /api/uploads/{id}                          signed in
head   /api/uploads/{id}                          signed in
options /api/uploads/{id}                          anyone
patch  /api/uploads/{id}                          signed in
post   /api/uploads/{id}                          signed in
get    /api/weather                               signed in
get    /api/webhooks/all                          webhooks.manage
post   /api/webhooks/create                       webhooks.manage
post   /api/webhooks/deliveries/{id}/redeliver    webhooks.manage
delete /api/webhooks/{id}                         webhooks.manage
put    /api/webhooks/{id}                         webhooks.manage
get    /api/webhooks/{id}/deliveries              webhooks.manage
post   /api/webhooks/{id}/renew                   webhooks.manage
post   /api/webhooks/{id}/test                    webhooks.manage
post   /api/work_orders/addItem                   workOrders.edit
post   /api/work_orders/create                    workOrders.create
delete /api/work_orders/delete/{orderId}          workOrders.delete
delete /api/work_orders/item/delete/{itemId}      workOrders.edit
get    /api/work_orders/job/{jobId}               signed in
post   /api/work_orders/send                      workOrders.edit
post   /api/work_orders/sign                      workOrders.sign
delete /api/work_orders/sign/{orderId}            workOrders.sign
get    /api/work_orders/single/{id}               signed in
post   /api/work_orders/updateItem                workOrders.edit
get    /basemap.pmtiles                           anyone
get    /c/{slug}                                  anyone
get    /feeds/{file}                              anyone
get    /files/{*key}                              anyone
get    /g/{secret}                                anyone
get    /metrics                                   operator";

#[test]
fn the_permission_matrix() {
    let table: Vec<String> = server::api::routes()
        .list()
        .iter()
        .map(|route| format!("{:6} {:42} {}", route.method, route.path, route.caller))
        .collect();
    assert_eq!(table.join("\n"), MATRIX);
}
