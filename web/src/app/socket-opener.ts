import { createContext } from 'react'
import { type OpenSocket, openSocketIo } from '../lib/live'

/** How the shell opens the tab's socket. */
export const SocketOpener = createContext<OpenSocket>(openSocketIo)
