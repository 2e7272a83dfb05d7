import type { Notice, Text } from '@bindings';
import { sentence } from '@/wasm/rules';

import { language } from './language';

/** A message of the domain's catalog (errors, successes, questions) in the language of the page. */
export const notice = (key: Notice | Text, params: Record<string, string | number> = {}): string =>
  sentence(key, language(), params);
