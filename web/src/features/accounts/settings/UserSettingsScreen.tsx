import { Button, TextInput } from '@mantine/core';
import { IconMapPin } from '@tabler/icons-react';
import { useRulesForm } from '@/components/forms/useRulesForm';
import { m, notice } from '@/i18n';
import { useSession } from '@/queries/accounts/session';
import { settingsForm, useSaveSettings } from '@/queries/accounts/userSettings';
import { Avatar } from '@/ui/brand/Avatar';
import { userTypeName } from '@/ui/companies/userType';
import { LanguageField, NameFields, PhoneNumberField, PositionField } from '@/ui/inputs/PersonFields';
import { PageTitle } from '@/ui/layout/PageTitle';
import { popup } from '@/ui/overlays/popups';
import { useUnsavedInput } from '@/ui/overlays/unsavedForms';
import { checkUserSettings } from '@/wasm/rules';
import { SecuritySection } from '../security/SecuritySection';
import { DeleteAccount } from './DeleteAccount';
import { NotificationPreferences } from './NotificationPreferences';
import { PushSubscriptions } from './PushDevices';
import { SignOutCard } from './SignOutCard';
import styles from './UserSettings.module.css';

/** `/app/user/settings`: name, location, phone number and language. */
export function UserSettingsScreen() {
  const { user, company, language } = useSession();
  const save = useSaveSettings();
  const settings = useRulesForm({
    initial: settingsForm(user),
    check: (values) => checkUserSettings(values, language),
    submit: async (values) => {
      settings.reset(settingsForm(await save(values)));
      await popup.sweet(notice('settingsUpdated'));
    },
    onFailure: () => void popup.oops(notice('settingsFailed')),
  });
  const { field, values, set, changes, dirty, busy } = settings;
  useUnsavedInput(dirty);
  return (
    <div className={`page ${styles.page}`}>
      <PageTitle title={m.settings_title()} />
      <div className={styles.columns}>
        <div className={styles.main}>
          <section className={`card ${styles.card}`} aria-label={m.settings_title()}>
            <div className={styles.who}>
              <Avatar person={user} size={64} />
              <div>
                <h2>
                  {user.firstName} {user.lastName}
                </h2>
                <span className="muted">{user.email}</span>
              </div>
            </div>
            <form {...settings.form}>
              <div className={styles.fields}>
                <NameFields field={field} />
                <PositionField {...field('position')} />
                <PhoneNumberField {...field('phoneNumber')} />
                <TextInput
                  label={m.person_location()}
                  required
                  leftSection={<IconMapPin size={17} />}
                  autoComplete="address-level2"
                  {...field('location')}
                />
                <LanguageField
                  label={m.person_language()}
                  value={values.language}
                  onChange={(chosen) => set('language', chosen)}
                />
              </div>
              <div className={styles.ways}>
                <span className="grow muted" role="status">
                  {changes > 0 && m.settings_unsaved({ count: changes })}
                </span>
                <Button variant="default" disabled={!dirty || busy} onClick={() => settings.reset()}>
                  {m.common_cancel()}
                </Button>
                <Button type="submit" loading={busy} disabled={!dirty}>
                  {m.settings_save()}
                </Button>
              </div>
            </form>
          </section>
          <SecuritySection />
          <NotificationPreferences />
        </div>
        <div className={styles.side}>
          <PushSubscriptions />
          <SignOutCard />
          <section className={`card ${styles.help}`} aria-labelledby="account-help">
            <h2 id="account-help">{m.settings_account()}</h2>
            <dl>
              <div>
                <dt>{m.settings_type()}</dt>
                <dd>{userTypeName(user.userType)}</dd>
              </div>
              <div>
                <dt>{m.shell_company()}</dt>
                <dd>{company.name}</dd>
              </div>
            </dl>
          </section>
          <DeleteAccount />
        </div>
      </div>
    </div>
  );
}
