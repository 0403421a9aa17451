import type { ChatId, CompanyId, ContactListId, UserId } from '@balcao/domain/ids'
import { expect, test } from 'vitest'
import { channelAliasesOf, liveChannel } from './live'

const seven = 7 as CompanyId // branding is parsing, here and below

test.each([
  ['RT-03', liveChannel.connection(seven), 'company-7-whatsapp'],
  ['RT-04', liveChannel.connectionSession(seven), 'company-7-whatsappSession'],
  ['RT-05 RT-20', liveChannel.user(seven), 'company-7-user'],
  ['RT-06', liveChannel.chat(seven), 'company-7-chat'],
  ['RT-07', liveChannel.message(seven), 'company-7-appMessage'],
  ['RT-08', liveChannel.ticket(seven), 'company-7-ticket'],
  ['RT-09 RT-20', liveChannel.contact(seven), 'company-7-contact'],
  ['RT-10', liveChannel.auth(seven), 'company-7-auth'],
  ['RT-11', liveChannel.announcement(), 'company-announcement'],
  ['RT-20', liveChannel.queue(seven), 'company-7-queue'],
  ['RT-20', liveChannel.payment(seven), 'company-7-payment'],
  ['RT-22', liveChannel.campaign(seven), 'company-7-campaign'],
  ['RT-22', liveChannel.keptFileList(seven), 'company-7-file'],
  ['WIRE-trap-13', liveChannel.fileList(seven), 'company7-file'],
  ['RT-22', liveChannel.queueIntegration(seven), 'company-7-queueIntegration'],
  ['RT-22', liveChannel.contactList(seven), 'company-7-ContactList'],
  ['RT-22', liveChannel.contactListItem(seven), 'company-7-ContactListItem'],
  ['RT-22', liveChannel.itemOfContactList(seven, 3 as ContactListId), 'company-7-ContactListItem-3'],
  ['RT-22', liveChannel.schedule(seven), 'company-7-schedule'],
  ['RT-22', liveChannel.quickMessage(seven), 'company-7-quickmessage'],
  ['RT-22', liveChannel.tag(seven), 'company-7-tag'],
  ['RT-22', liveChannel.prompt(seven), 'company-7-prompt'],
  ['RT-22', liveChannel.settings(seven), 'company-7-settings'],
  ['RT-22', liveChannel.help(seven), 'company-7-help'],
  ['RT-22', liveChannel.plan(seven), 'company-7-plan'],
  ['RT-22', liveChannel.ofChat(seven, 3 as ChatId), 'company-7-chat-3'],
  ['RT-22', liveChannel.chatOfUser(seven, 3 as UserId), 'company-7-chat-user-3'],
])('%s the channel %s has the name that existing clients listen to', (_, name, known) => {
  expect(name).toBe(known)
})

test.each([
  [liveChannel.quickMessage(seven), ['company7-quickemessage']],
  [liveChannel.schedule(seven), ['company7-schedule']],
  [liveChannel.prompt(seven), ['prompt']],
  [liveChannel.ticket(seven), []],
  [liveChannel.prompt(8 as CompanyId), []],
])('RT-22 an event on %s is also published to existing clients as %j', (name, others) => {
  expect(channelAliasesOf(name, seven)).toEqual(others)
})
