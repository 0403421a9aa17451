import type { UseInfiniteQueryResult } from '@tanstack/react-query'
import type { ReactNode } from 'react'
import { useTranslation } from 'react-i18next'
import { useHasElapsed } from '../lib/timers'
import { DatedLinks } from './dated-link'
import { PanelFailure, PanelStatusText, PanelTextButton } from './side-panel'

interface PanelPagesProps<Item> {
  readonly items: readonly Item[] | undefined
  readonly query: Pick<
    UseInfiniteQueryResult,
    'error' | 'refetch' | 'isFetching' | 'hasNextPage' | 'isFetchNextPageError' | 'fetchNextPage'
  >
  /** `showMore` is the label for screen readers of the button with the text `more`. */
  readonly words: Readonly<Record<'list' | 'none' | 'failed' | 'moreFailed' | 'more' | 'showMore', string>>
  readonly row: (item: Item) => ReactNode
}

export function PagedPanelList<Item>({ items, query, words, row }: PanelPagesProps<Item>) {
  const { t } = useTranslation()
  const isSlow = useHasElapsed(150)
  if (items === undefined) {
    if (query.error !== null) return <PanelFailure text={words.failed} onRetry={() => void query.refetch()} />
    return isSlow && <PanelStatusText>{t('loading')}</PanelStatusText>
  }
  if (items.length === 0) return <PanelStatusText>{words.none}</PanelStatusText>
  return (
    <>
      <DatedLinks label={words.list}>{items.map(row)}</DatedLinks>
      {query.isFetchNextPageError ? (
        <PanelFailure text={words.moreFailed} onRetry={() => void query.fetchNextPage()} />
      ) : (
        query.hasNextPage && (
          <p>
            <PanelTextButton
              label={words.showMore}
              onClick={() => {
                if (!query.isFetching) void query.fetchNextPage()
              }}
            >
              {words.more}
            </PanelTextButton>
          </p>
        )
      )}
    </>
  )
}
