/**
 * The styles that the first list does not need, and the typeface. Text is shown in a system font until it has loaded.
 */
import '@fontsource-variable/archivo/standard.css';
import './mantineDeferred.css';
// The Spanish locale of date fields.
import 'dayjs/locale/es';
