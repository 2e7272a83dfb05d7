import { Button } from '@mantine/core';
import { IconArrowLeft } from '@tabler/icons-react';
import { useEffect, useRef } from 'react';
import { Link } from 'react-router';
import { m } from '@/i18n';
import { useSession } from '@/queries/accounts/session';

import styles from './Help.module.css';
import { type HelpTexts, screenLinks, type TopicId, topics } from './topics';

interface TopicArticleProps {
  topic: TopicId;
  texts: HelpTexts;
  /** The address of the list, where the article replaces it. */
  back?: string | undefined;
}

/** One topic, with links to its screens. */
export function TopicArticle({ topic, texts, back }: TopicArticleProps) {
  const { may } = useSession();
  const heading = useRef<HTMLHeadingElement>(null);
  const top = useRef<HTMLAnchorElement>(null);
  // Beside the list, the first topic is open initially, and the heading of the page has the focus.
  const before = useRef(back === undefined ? topic : null);
  useEffect(() => {
    if (before.current === topic) return;
    before.current = topic;
    top.current?.scrollIntoView();
    heading.current?.focus({ preventScroll: true });
  }, [topic]);
  const { title, body } = texts.topics[topic];
  const open = topics[topic].links.filter((link) => {
    const { needs } = screenLinks[link];
    return needs === undefined || may(needs);
  });
  const article = (
    <article className={`card ${styles.article}`} aria-labelledby="help-topic">
      <h2 id="help-topic" ref={heading} tabIndex={-1}>
        {title}
      </h2>
      {body.map((part) =>
        typeof part === 'string' ? (
          <p key={part}>{part}</p>
        ) : (
          <ol key={part.join()}>
            {part.map((step) => (
              <li key={step}>{step}</li>
            ))}
          </ol>
        ),
      )}
      {open.length > 0 && (
        <div className={styles.ways}>
          {open.map((link) => (
            <Button key={link} component={Link} to={screenLinks[link].to} variant="default">
              {texts.links[link]}
            </Button>
          ))}
        </div>
      )}
    </article>
  );
  if (back === undefined) return article;
  return (
    <>
      <Link ref={top} to={back} className={styles.back}>
        <IconArrowLeft size={20} aria-hidden />
        {m.help_backToTopics()}
      </Link>
      {article}
    </>
  );
}
