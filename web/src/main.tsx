import './ui/base.css'
import { createRoot } from 'react-dom/client'
import { App } from './app/app'
import { resumeSession } from './lib/session'

const root = document.getElementById('root')
if (root === null) throw new Error('index.html has no #root')
void resumeSession()
createRoot(root).render(<App />)
