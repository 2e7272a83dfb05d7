/**
 * What pages look like beyond a first list. The stylesheet of the typeface says where that is, and nobody waits for it:
 * until it comes, words stand in one of the device.
 */
import '@fontsource-variable/archivo/standard.css';
import './mantineRest.css';
// What date fields know of Spanish.
import 'dayjs/locale/es';
