import { MessagesSquare } from 'lucide-react'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { useNavigate, useParams } from 'react-router'
import { useLiveEvent } from '../../lib/live'
import { EmptyState } from '../../ui/states'
import { TabRow } from '../../ui/tab-row'
import { useIsNarrow } from '../../ui/use-media'
import { useChat } from './api/chats'
import { ChatListPane } from './chat-list-pane'
import { ChatPane } from './chat-pane'
import styles from './chats.module.css'

type TabName = 'chats' | 'messages'

export default function ChatsPage() {
  const { t } = useTranslation('chats')
  const { uuid } = useParams()
  const isNarrow = useIsNarrow()
  const [shown, setShown] = useState<{ readonly uuid: string | undefined; readonly tab: TabName }>({
    uuid,
    tab: uuid === undefined ? 'chats' : 'messages',
  })
  if (shown.uuid !== uuid) setShown({ uuid, tab: uuid === undefined ? 'chats' : 'messages' })
  useLeaveDeletedChat(uuid)

  const list = <ChatListPane openUuid={uuid} onOpen={() => setShown({ uuid, tab: 'messages' })} />
  const noChat = <EmptyState icon={MessagesSquare} title={t('noneOpen')} text={t('noneOpenMeaning')} />
  const pane =
    uuid === undefined ? (
      <section className={styles.none}>{noChat}</section>
    ) : (
      <ChatPane key={uuid} uuid={uuid} />
    )
  if (!isNarrow) {
    return (
      <div className={styles.area}>
        {list}
        {pane}
      </div>
    )
  }
  return (
    <div className={styles.narrow}>
      <TabRow
        label={t('title')}
        className={styles.tabs}
        tabClassName={styles.tab}
        chosen={shown.tab}
        tabs={[
          { value: 'chats', content: t('tabs.chats') },
          { value: 'messages', content: t('tabs.messages') },
        ]}
        onChoose={(tab) => setShown({ uuid, tab })}
      />
      <div className={styles.area}>{shown.tab === 'chats' ? list : pane}</div>
    </div>
  )
}

function useLeaveDeletedChat(uuid: string | undefined): void {
  const navigate = useNavigate()
  const { data: chat } = useChat(uuid)
  useLiveEvent('chat', (event) => {
    if (event.action === 'delete' && event.id === chat?.id) void navigate('/chats', { replace: true })
  })
}
