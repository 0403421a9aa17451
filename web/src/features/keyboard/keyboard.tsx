import { useLocation, useNavigate } from 'react-router'
import { useHelpKey, useShortcut } from '../../lib/shortcuts'
import { lazyComponent } from '../../ui/later'
import type { QuickSwitchPage } from './quick-switch'
import { useRestoreLostFocus } from './use-kept-focus'

const ShortcutHelpDialog = lazyComponent(() => import('./help-sheet').then((it) => it.ShortcutHelpDialog))
const QuickSwitch = lazyComponent(() => import('./quick-switch').then((it) => it.QuickSwitch))

export type ShortcutDialogName = 'help' | 'switch'

interface KeyboardProps {
  readonly screens: readonly QuickSwitchPage[]
  readonly shows: ShortcutDialogName | null
  readonly onShow: (sheet: ShortcutDialogName | null) => void
}

export function KeyboardShortcuts({ screens, shows, onShow }: KeyboardProps) {
  const navigate = useNavigate()
  useShortcut('quickSwitch', () => onShow('switch'))
  // The ticket area handles the search shortcut itself.
  const isElsewhere = !useLocation().pathname.startsWith('/tickets')
  useShortcut('search', isElsewhere ? () => void navigate('/tickets?tab=search') : undefined)
  useRestoreLostFocus()
  useHelpKey(() => onShow('help'))
  const close = () => onShow(null)
  if (shows === 'help') return <ShortcutHelpDialog onClose={close} />
  if (shows === 'switch') return <QuickSwitch screens={screens} onClose={close} />
  return null
}
