import { connect } from 'node:net'
import { text } from 'node:stream/consumers'
import { StartUpProblem } from '../../platform/fatal'

/** Finds the path of HAProxy's map of moved companies (deploy/haproxy-cells.cfg) in its answer to `show map`. */
const movedMap = /\((\S*\/moved\.map)\)/

/** Makes a running HAProxy send the company's calls to the cell, through its control socket. */
export async function routeCompanyToCell(socket: string, company: number, cell: number): Promise<void> {
  const [, map] = movedMap.exec(await answerTo(socket, 'show map')) ?? []
  if (map === undefined)
    throw new StartUpProblem(`The router at ${socket} has no moved.map (deploy/haproxy-cells.cfg).`)
  await answerTo(socket, `del map ${map} ${company}`) // removes the entry of an earlier move of the company
  const answer = await answerTo(socket, `add map ${map} ${company} ${cell}`)
  if (answer.trim() !== '') throw new StartUpProblem(`The router refused the company: ${answer.trim()}`)
}

async function answerTo(socket: string, command: string): Promise<string> {
  const connection = connect(socket)
  connection.end(`${command}\n`)
  return text(connection).catch((cause: unknown) => {
    throw new StartUpProblem(`The router cannot be reached at ${socket}: ${String(cause)}`, { cause })
  })
}
