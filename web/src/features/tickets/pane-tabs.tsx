import { List, MessageSquare } from 'lucide-react'
import { useTranslation } from 'react-i18next'
import { TabRow } from '../../ui/tab-row'
import styles from './pane-tabs.module.css'
import { useTicketNavigation } from './use-list-view'

interface PaneTabsProps {
  readonly shown: 'list' | 'conversation'
  /** The uuid of the open ticket, or of the ticket that was open before the list. */
  readonly uuid: string | undefined
  /** The tabs are part of a conversation's head, instead of a row of their own. */
  readonly inHead?: boolean
}

/** The list and the conversation as tabs, on screens without room for two panes (TICKET-03). */
export function ListAndConversationTabs({ shown, uuid, inHead = false }: PaneTabsProps) {
  const { t } = useTranslation('tickets')
  const { open, showList, showWelcome } = useTicketNavigation()

  function choose(pane: 'list' | 'conversation'): void {
    if (pane === 'list') showList(uuid)
    else if (uuid === undefined) showWelcome()
    else open(uuid)
  }

  return (
    <TabRow
      label={t('panes.label')}
      className={inHead ? styles.inHead : styles.row}
      tabClassName={styles.tab}
      chosen={shown}
      tabs={[
        { value: 'list', content: <PaneTab Icon={List} words={t('panes.list')} /> },
        { value: 'conversation', content: <PaneTab Icon={MessageSquare} words={t('panes.conversation')} /> },
      ]}
      onChoose={choose}
    />
  )
}

function PaneTab({ Icon, words }: { readonly Icon: typeof List; readonly words: string }) {
  return (
    <>
      <Icon size={18} strokeWidth={1.75} aria-hidden />
      <span>{words}</span>
    </>
  )
}
