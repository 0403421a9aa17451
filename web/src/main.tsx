import './ui/base.css'
import { createRoot } from 'react-dom/client'
import { createBrowserRouter, RouterProvider } from 'react-router'
import { AppProviders } from './app/providers'
import { appRoutes } from './app/routes'
import { fetchErrorCodeTexts, initialTextsLoaded } from './lib/i18n/i18n'
import { resumeSession } from './lib/session'
import { after } from './lib/timers'

const router = createBrowserRouter([...appRoutes])

/** The text of the page when the texts of no language could be fetched. */
const noTexts =
  'Não foi possível abrir a página. Recarregue-a. · The page could not be opened. Reload it. · ' +
  'No se pudo abrir la página. Recárguela.'

const root = document.getElementById('root')
if (root === null) throw new Error('index.html has no #root')
void resumeSession()
// Prefetches the error texts when the first list should have loaded. An error may come much later, after a
// release has removed this chunk from the server.
after(5_000, () => void fetchErrorCodeTexts().catch(() => undefined))
initialTextsLoaded.then(
  () => createRoot(root).render(<App />),
  () => {
    root.textContent = noTexts
  },
)

function App() {
  return (
    <AppProviders>
      <RouterProvider router={router} />
    </AppProviders>
  )
}
