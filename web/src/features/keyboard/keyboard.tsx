import { useState } from 'react'
import { useNavigate } from 'react-router'
import { useHelpKey, useShortcut } from '../../lib/shortcuts'
import { HelpSheet } from './help-sheet'
import { QuickSwitch, type Screen } from './quick-switch'

/** The keys that work on every page: the quick switch, the search, and the sheet that lists them all. */
export function Keyboard({ screens }: { screens: readonly Screen[] }) {
  const navigate = useNavigate()
  const [shows, setShows] = useState<'help' | 'switch' | null>(null)
  useShortcut('quickSwitch', () => setShows('switch'))
  useShortcut('search', () => void navigate('/tickets?tab=search'))
  useHelpKey(() => setShows('help'))
  const close = () => setShows(null)
  if (shows === 'help') return <HelpSheet onClose={close} />
  if (shows === 'switch') return <QuickSwitch screens={screens} onClose={close} />
  return null
}
