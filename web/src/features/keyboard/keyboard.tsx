import { useLocation, useNavigate } from 'react-router'
import { useHelpKey, useShortcut } from '../../lib/shortcuts'
import { later } from '../../ui/later'
import type { Screen } from './quick-switch'
import { useKeptFocus } from './use-kept-focus'

const HelpSheet = later(() => import('./help-sheet').then((it) => it.HelpSheet))
const QuickSwitch = later(() => import('./quick-switch').then((it) => it.QuickSwitch))

/** What the keys of every page open; the top bar opens the switch as well. */
export type KeyboardSheet = 'help' | 'switch'

interface KeyboardProps {
  readonly screens: readonly Screen[]
  readonly shows: KeyboardSheet | null
  readonly onShow: (sheet: KeyboardSheet | null) => void
}

/** The keys that work on every page: the quick switch, the search, and the sheet that lists them all; the focus they move. */
export function Keyboard({ screens, shows, onShow }: KeyboardProps) {
  const navigate = useNavigate()
  useShortcut('quickSwitch', () => onShow('switch'))
  const isElsewhere = !useLocation().pathname.startsWith('/tickets') // the ticket area brings its own
  useShortcut('search', isElsewhere ? () => void navigate('/tickets?tab=search') : undefined)
  useKeptFocus()
  useHelpKey(() => onShow('help'))
  const close = () => onShow(null)
  if (shows === 'help') return <HelpSheet onClose={close} />
  if (shows === 'switch') return <QuickSwitch screens={screens} onClose={close} />
  return null
}
