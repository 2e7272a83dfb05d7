import type { UserType } from '@bindings';
import { m } from '@/i18n';

const names: Record<UserType, () => string> = {
  admin: () => m.person_admin(),
  member: () => m.person_member(),
  salesman: () => m.person_salesman(),
  foreman: () => m.person_foreman(),
};

/** The name of a user type. */
export const userTypeName = (type: UserType): string => names[type]();
