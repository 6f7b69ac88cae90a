"""OpenStack Swift with its interface of S3 and signatures of version 4, as one process: a proxy and
the servers of accounts, containers and objects, on free ports of this machine.

`python3 swift-store.py FOLDER ACCOUNT:USER SECRET` writes its port on a line and serves until
its standard input ends."""

import eventlet

eventlet.monkey_patch()

import os
import sys
from array import array

from eventlet import tpool, wsgi
from swift.common import utils
from swift.common.ring import RingData
from swift.common.wsgi import loadapp

folder, login, secret = sys.argv[1:4]
account, user = login.split(':')
utils.SWIFT_CONF_FILE = os.path.join(folder, 'swift.conf')
DISK = 'disk'
KINDS = ['account', 'container', 'object']

COMMON = """
[DEFAULT]
swift_dir = {folder}
devices = {folder}
mount_check = false
"""
BACK = COMMON + """
[app:main]
use = egg:swift#{kind}
"""
FRONT = COMMON + """
[pipeline:main]
pipeline = s3api tempauth proxy-server

[app:proxy-server]
use = egg:swift#proxy
account_autocreate = true

[filter:tempauth]
use = egg:swift#tempauth
user_{account}_{user} = {secret} .admin
user_{account}_guest = {secret}

[filter:s3api]
use = egg:swift#s3api
location = us-east-1
"""


class Cache:
    """What Swift keeps in memcached."""

    def __init__(self):
        self.values = {}

    def get(self, key, **_):
        return self.values.get(key)

    def set(self, key, value, **_):
        self.values[key] = value

    def delete(self, key, **_):
        self.values.pop(key, None)


def write(name, text):
    path = os.path.join(folder, name)
    with open(path, 'w') as file:
        file.write(text)
    return path


def serve(app, listener):
    eventlet.spawn(wsgi.server, listener, app, log_output=False)


write('swift.conf', '[swift-hash]\nswift_hash_path_suffix = tests\n')
os.mkdir(os.path.join(folder, DISK))
listeners = {kind: eventlet.listen(('127.0.0.1', 0)) for kind in KINDS}
for kind in KINDS:
    port = listeners[kind].getsockname()[1]
    device = {'id': 0, 'region': 1, 'zone': 1, 'weight': 1.0, 'device': DISK,
              'ip': '127.0.0.1', 'port': port,
              'replication_ip': '127.0.0.1', 'replication_port': port}
    # Two partitions, both on that one device.
    RingData([array('H', [0, 0])], [device], 31).save(os.path.join(folder, kind + '.ring.gz'))
for kind in KINDS:
    conf = write(kind + '.conf', BACK.format(folder=folder, kind=kind))
    serve(loadapp(conf), listeners[kind])
conf = write('proxy.conf', FRONT.format(folder=folder, account=account, user=user, secret=secret))
proxy = loadapp(conf)
cache = Cache()


def with_cache(env, start_response):
    env['swift.cache'] = cache
    return proxy(env, start_response)


listener = eventlet.listen(('127.0.0.1', 0))
serve(with_cache, listener)
print('port', listener.getsockname()[1], flush=True)
tpool.execute(sys.stdin.read)
