import { Button } from '@mantine/core';
import { Link } from 'react-router';
import { m } from '@/i18n';
import { SearchField } from '@/ui/inputs/SearchField';

import styles from './Help.module.css';
import { groups, type HelpTexts, screenLinks, type TopicId, topics } from './topics';
import type { useTopicSearch } from './useTopicSearch';

interface TopicListProps {
  search: ReturnType<typeof useTopicSearch>;
  texts: HelpTexts;
  /** The topic that is open beside the list. */
  topic: TopicId | undefined;
  addressOf: (topic: TopicId) => string;
}

function Links({
  ids,
  texts,
  topic,
  addressOf,
}: Omit<TopicListProps, 'search'> & { ids: readonly TopicId[] }) {
  return (
    <ul className={styles.links}>
      {ids.map((id) => (
        <li key={id}>
          <Link to={addressOf(id)} className={styles.link} aria-current={id === topic ? 'true' : undefined}>
            {texts.topics[id].title}
          </Link>
        </li>
      ))}
    </ul>
  );
}

/** The search and the topics by group; during a search, the best matches first. */
export function TopicList({ search, texts, topic, addressOf }: TopicListProps) {
  const { query, setQuery, narrow, found } = search;
  const links = { texts, topic, addressOf };
  return (
    <nav className={styles.topics} aria-label={m.help_topics()}>
      <SearchField
        label={m.help_search()}
        placeholder={m.help_search()}
        description={m.help_searchHint()}
        inputWrapperOrder={['label', 'input', 'description', 'error']}
        query={query}
        setQuery={setQuery}
      />
      <p className="spoken" role="status">
        {narrow && m.help_found({ count: found.length })}
      </p>
      {narrow && found.length > 0 && <Links ids={found} {...links} />}
      {narrow && found.length === 0 && (
        <div className={styles.none}>
          <h2>{m.help_noneFound()}</h2>
          <p className="muted">{m.help_noneFoundHint()}</p>
          <div className={styles.ways}>
            <Button variant="default" onClick={() => setQuery('')}>
              {m.help_clearSearch()}
            </Button>
            <Button component={Link} to={screenLinks.feedback.to} variant="subtle">
              {texts.links.feedback}
            </Button>
          </div>
        </div>
      )}
      {!narrow &&
        groups.map((group) => {
          const ids = found.filter((id) => topics[id].group === group);
          return (
            ids.length > 0 && (
              <section key={group} aria-labelledby={`help-${group}`}>
                <h2 id={`help-${group}`} className={styles.group}>
                  {texts.groups[group]}
                </h2>
                <Links ids={ids} {...links} />
              </section>
            )
          );
        })}
    </nav>
  );
}
