import { createContext } from 'react'
import { type OpenSocket, openSocketIo } from '../lib/live'

/** The function that opens the tab's socket; tests replace it. */
export const SocketOpenerContext = createContext<OpenSocket>(openSocketIo)
