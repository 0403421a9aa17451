export default import.meta.glob<Record<string, unknown>>(
  ['./es/*.json', '!./es/{announcements,chats,common,errors,keyboard,messages,notes,shell,tickets}.json'],
  { eager: true, import: 'default' },
)
