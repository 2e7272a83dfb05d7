import { Button } from '@mantine/core';
import { IconKey, IconWebhook } from '@tabler/icons-react';
import { useId } from 'react';
import { Link } from 'react-router';
import { m } from '@/i18n';
import styles from './Settings.module.css';

/** The ways to the keys and webhooks of other software. */
export function SoftwareLinks() {
  const id = useId();
  return (
    <section className={styles.form} aria-labelledby={`${id}-software`}>
      <div>
        <h3 id={`${id}-software`}>{m.company_software()}</h3>
        <p className="muted">{m.company_softwareHint()}</p>
      </div>
      <div className={styles.logo}>
        <Button
          component={Link}
          to="/app/company/api_keys"
          variant="default"
          leftSection={<IconKey size={17} aria-hidden />}
        >
          {m.apiKeys_title()}
        </Button>
        <Button
          component={Link}
          to="/app/company/webhooks"
          variant="default"
          leftSection={<IconWebhook size={17} aria-hidden />}
        >
          {m.webhooks_title()}
        </Button>
      </div>
    </section>
  );
}
