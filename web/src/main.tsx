import './ui/base.css'
import { createRoot } from 'react-dom/client'
import { App } from './app/app'
import { firstLanguage } from './lib/i18n/i18n'
import { resumeSession } from './lib/session'

const root = document.getElementById('root')
if (root === null) throw new Error('index.html has no #root')
void resumeSession()
void firstLanguage.then(() => createRoot(root).render(<App />))
