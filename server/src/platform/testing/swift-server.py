"""OpenStack Swift with its s3api in one process on loopback, for tests: swift-server.py <folder> <key> <secret> <port>.

Prints the port of the proxy when it is ready; 0 means any free one. The folder must be on a file system with extended attributes.
"""
import os
import sys

import eventlet
import eventlet.wsgi

eventlet.patcher.monkey_patch()

from swift.common import utils

folder, key, secret, port_of_proxy = sys.argv[1:]
utils.SWIFT_CONF_FILE = os.path.join(folder, 'swift.conf')


def write(name, text):
    path = os.path.join(folder, name)
    with open(path, 'w') as file:
        file.write(text)
    return path


write('swift.conf', '[swift-hash]\nswift_hash_path_suffix = of-the-tests\n[storage-policy:0]\nname = tests\ndefault = yes\n')

from swift.common.ring import RingBuilder
from swift.common.storage_policy import reload_storage_policies
from swift.common.utils import get_logger
from swift.common.wsgi import SwiftHttpProtocol, loadapp

utils.validate_configuration()
reload_storage_policies()
os.makedirs(os.path.join(folder, 'devices', 'd1'), exist_ok=True)


class Cache(dict):
    """What Swift keeps in memcached."""

    def __bool__(self):
        return True  # also when it is empty

    def get(self, key, **_):
        return dict.get(self, key)

    def set(self, key, value, *_, **__):
        self[key] = value

    def delete(self, key, **_):
        self.pop(key, None)


cache = Cache()


def serve(conf, socket):
    inner = loadapp(conf)

    def app(environ, start_response):
        environ['swift.cache'] = cache
        return inner(environ, start_response)

    logger = get_logger({'log_level': 'CRITICAL'})
    eventlet.spawn(eventlet.wsgi.server, socket, app, logger, protocol=SwiftHttpProtocol, log_output=False)


for kind in ('account', 'container', 'object'):
    socket = eventlet.listen(('127.0.0.1', 0))
    port = socket.getsockname()[1]
    ring = RingBuilder(1, 1, 0)
    ring.add_dev({'region': 1, 'zone': 1, 'ip': '127.0.0.1', 'port': port, 'device': 'd1', 'weight': 1.0,
                  'replication_ip': '127.0.0.1', 'replication_port': port})
    ring.rebalance()
    ring.get_ring().save(os.path.join(folder, kind + '.ring.gz'))
    serve(write(kind + '.conf', f'''
[DEFAULT]
swift_dir = {folder}
devices = {folder}/devices
mount_check = false
[pipeline:main]
pipeline = {kind}-server
[app:{kind}-server]
use = egg:swift#{kind}
'''), socket)

proxy = eventlet.listen(('127.0.0.1', int(port_of_proxy)))
serve(write('proxy.conf', f'''
[DEFAULT]
swift_dir = {folder}
[pipeline:main]
pipeline = catch_errors gatekeeper proxy-logging s3api tempauth slo dlo proxy-logging proxy-server
[app:proxy-server]
use = egg:swift#proxy
account_autocreate = true
allow_account_management = true
[filter:catch_errors]
use = egg:swift#catch_errors
[filter:gatekeeper]
use = egg:swift#gatekeeper
[filter:proxy-logging]
use = egg:swift#proxy_logging
[filter:s3api]
use = egg:swift#s3api
s3_acl = false
check_bucket_owner = false
[filter:tempauth]
use = egg:swift#tempauth
user_test_{key} = {secret} .admin
[filter:slo]
use = egg:swift#slo
[filter:dlo]
use = egg:swift#dlo
'''), proxy)
print(proxy.getsockname()[1], flush=True)
# Ends with the process that started it, whose pipe this is.
eventlet.tpool.execute(sys.stdin.read)
