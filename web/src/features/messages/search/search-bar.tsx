import type { MessageId, TicketId } from '@balcao/domain/ids'
import { limits } from '@balcao/domain/limits'
import { ChevronDown, ChevronUp, X } from 'lucide-react'
import { type KeyboardEvent, useEffect, useEffectEvent, useRef, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { useShortcutInFields } from '../../../lib/shortcuts'
import { useDebounced } from '../../../lib/timers'
import { IconButton } from '../../../ui/icon-button'
import { SearchBox } from '../../../ui/search-box'
import { isLongEnoughToSearch, useConversationSearch } from '../api/search-conversation'
import styles from './search-bar.module.css'
import type { ConversationSearchState } from './searched-words'

interface SearchBarProps {
  readonly ticketId: TicketId
  readonly onGo: (messageId: MessageId) => void
  /** Called with the searched text, which bubbles highlight; null when the search ends. */
  readonly onSearched: (searched: ConversationSearchState | null) => void
  readonly onClose: () => void
}

/** Searches this conversation from its newest message back. Enter and ↑ find an older match. */
export function ConversationSearchBar({ ticketId, onGo, onSearched, onClose }: SearchBarProps) {
  const { t } = useTranslation('messages')
  const [text, setText] = useState('')
  const words = useDebounced(text.trim(), limits.searchDebounce)
  // The index of the match to show, counted from the newest. The search loads pages until it has found it.
  const [wanted, setWanted] = useState(0)
  const search = useConversationSearch(ticketId, words, wanted + 1)
  const { found, hasMore } = search
  const at = Math.max(0, Math.min(wanted, found.length - 1))
  const [knownWords, setKnownWords] = useState(words)
  if (knownWords !== words) {
    setKnownWords(words)
    setWanted(0)
  }
  const current = found[at] ?? null
  useFocusKept()
  const field = useRef<HTMLInputElement>(null)
  useShortcutInFields('searchConversation', () => field.current?.select())

  const go = useEffectEvent(onGo)
  const showSearched = useEffectEvent(onSearched)
  useEffect(() => {
    showSearched(isLongEnoughToSearch(words) ? { words, current } : null)
    if (current !== null) go(current)
  }, [words, current])
  useEffect(() => () => showSearched(null), [])

  const hasOlder = at < found.length - 1 || (found.length > 0 && hasMore)
  const older = () => hasOlder && setWanted(at + 1)
  const newer = () => at > 0 && setWanted(at - 1)
  function onKeyDown(event: KeyboardEvent): void {
    if (event.nativeEvent.isComposing) return
    const isOlder = event.key === 'ArrowUp' || (event.key === 'Enter' && !event.shiftKey)
    const isNewer = event.key === 'ArrowDown' || (event.key === 'Enter' && event.shiftKey)
    if (!isOlder && !isNewer) return
    event.preventDefault()
    if (isOlder) older()
    else newer()
  }
  return (
    // biome-ignore lint/a11y/useSemanticElements: the search element is too young for the browsers of the tests
    <div
      className={styles.bar}
      role="search"
      aria-label={t('search.name')}
      onKeyDown={(event) => {
        if (event.key !== 'Escape') return
        // This bar has handled Escape. Elements around it, such as the open ticket, must not close too.
        event.preventDefault()
        onClose()
      }}
    >
      <SearchBox
        ref={field}
        label={t('search.name')}
        className={styles.field}
        autoFocus
        maxLength={limits.conversationSearch.words.max}
        value={text}
        onChange={setText}
        onKeyDown={onKeyDown}
      />
      <SearchState typed={text.trim()} words={words} at={at} search={search} />
      <IconButton label={t('search.older')} aria-disabled={!hasOlder} onClick={older}>
        <ChevronUp size={20} strokeWidth={1.75} aria-hidden />
      </IconButton>
      <IconButton label={t('search.newer')} aria-disabled={at === 0} onClick={newer}>
        <ChevronDown size={20} strokeWidth={1.75} aria-hidden />
      </IconButton>
      <IconButton label={t('search.close')} onClick={onClose}>
        <X size={20} strokeWidth={1.75} aria-hidden />
      </IconButton>
    </div>
  )
}

interface SearchStateProps {
  readonly typed: string
  readonly words: string
  readonly at: number
  readonly search: ReturnType<typeof useConversationSearch>
}

function SearchState({ typed, words, at, search }: SearchStateProps) {
  const { t } = useTranslation('messages')
  const { found, hasMore, isSearching, error, retry } = search
  if (error !== null && !isSearching)
    return (
      <span className={`${styles.state} ${styles.failed}`} role="alert">
        {t('search.failed')}{' '}
        <button type="button" className={styles.retry} onClick={retry}>
          {t('common:tryAgain')}
        </button>
      </span>
    )
  return (
    <span className={styles.state} role="status">
      {stateWords()}
    </span>
  )

  function stateWords(): string {
    if (typed === '') return ''
    if (!isLongEnoughToSearch(typed))
      return t('search.tooShort', { count: limits.conversationSearch.words.min })
    if (typed !== words || isSearching) return t('search.searching')
    if (found.length === 0) return t('search.none')
    return t(hasMore ? 'search.placeOfMore' : 'search.place', { at: at + 1, all: found.length })
  }
}

/** On close, returns the focus to the element that had it before. */
function useFocusKept(): void {
  const [before] = useState(() => document.activeElement)
  useEffect(
    () => () => {
      if (before instanceof HTMLElement && before.isConnected) before.focus({ preventScroll: true })
    },
    [before],
  )
}
