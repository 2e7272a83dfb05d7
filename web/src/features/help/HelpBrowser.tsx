import { useSearchParams } from 'react-router';
import { m } from '@/i18n';
import { LoadFailure } from '@/ui/feedback/LoadFailure';
import { SkeletonCards } from '@/ui/feedback/Skeletons';
import { usePhone } from '@/ui/theme/usePhone';

import styles from './Help.module.css';
import { TopicArticle } from './TopicArticle';
import { TopicList } from './TopicList';
import { type TopicId, topicOf, topicPath } from './topics';
import { useHelpTexts } from './useHelpTexts';
import { useTopicSearch } from './useTopicSearch';

interface HelpBrowserProps {
  /** The topics to list. */
  ids: readonly TopicId[];
  /** The address of the list. The topic is part of the address, so that it can be shared. */
  base: string;
}

/** The list of topics beside the open one; on a phone one at a time. */
export function HelpBrowser({ ids, base }: HelpBrowserProps) {
  const phone = usePhone();
  const [params] = useSearchParams();
  const chosen = topicOf(params.get('topic'));
  const { data: texts, error, isFetching, refetch } = useHelpTexts();
  const search = useTopicSearch(ids, texts);

  if (texts === undefined)
    return error === null ? (
      <SkeletonCards count={2} height={180} />
    ) : (
      <LoadFailure why={m.help_failed()} retry={m.help_retry()} busy={isFetching} onRetry={refetch} />
    );

  const open = chosen ?? (phone ? undefined : ids[0]);
  const list = (
    <TopicList search={search} texts={texts} topic={open} addressOf={(topic) => topicPath(base, topic)} />
  );
  const article = open !== undefined && (
    <TopicArticle topic={open} texts={texts} back={phone ? base : undefined} />
  );
  if (phone) return article === false ? list : article;
  return (
    <div className={styles.desk}>
      {list}
      {article}
    </div>
  );
}
