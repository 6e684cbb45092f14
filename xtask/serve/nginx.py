"""Two services behind nginx, with the configuration that docs/service.md shows."""

import http.client
import json
import os
import re
import signal
import socket
import subprocess
import sys
import tempfile
import time

from service import DOMAIN, Service, lamps


def free_port():
    with socket.socket() as listener:
        listener.bind(("127.0.0.1", 0))
        return listener.getsockname()[1]


def main():
    binary, nginx, guide = sys.argv[1:4]
    with open(guide) as text:
        configuration = re.search(r"```nginx\n(.*?)```", text.read(), re.S)[1]
    services = [Service(binary, None, "--name", name, "--behind-proxy") for name in ("a", "b")]
    port = free_port()
    for shown, service in zip(("127.0.0.1:5001", "127.0.0.1:5002"), services):
        configuration = configuration.replace(shown, service.address)
    configuration = configuration.replace("listen 8080", f"listen 127.0.0.1:{port}")
    folder = tempfile.mkdtemp(prefix="extremal-nginx-")
    paths = "".join(f"{kind}_temp_path {folder}/{kind};\n" for kind in ("client_body", "proxy", "fastcgi", "uwsgi", "scgi"))
    with open(f"{folder}/nginx.conf", "w") as out:
        out.write(f"daemon off;\npid {folder}/pid;\nerror_log {folder}/error.log;\nevents {{}}\n"
                  f"http {{ access_log off;\n{paths}{configuration}}}\n")
    proxy = subprocess.Popen([nginx, "-p", folder, "-c", f"{folder}/nginx.conf", "-e", f"{folder}/error.log"])
    try:
        for _ in range(100):
            try:
                socket.create_connection(("127.0.0.1", port)).close()
                break
            except OSError:
                time.sleep(0.05)

        def ask(method, path, body=None):
            connection = http.client.HTTPConnection("127.0.0.1", port, timeout=60)
            connection.request(method, path, json.dumps(body) if body else None)
            answer = connection.getresponse()
            return answer.status, json.loads(answer.read())

        names = set()
        for number in range(10):
            body = {"domain": DOMAIN, "problem": lamps(f"lamp-{number}")}
            status, accepted = ask("POST", "/package/extremal/solve", body)
            assert status == 200, accepted
            names.add(accepted["result"].removeprefix("/check/")[0])
            while True:
                # As planutils does it, with two slashes.
                status, answer = ask("GET", "/" + accepted["result"])
                if answer["status"] != "PENDING":
                    break
                time.sleep(0.02)
            assert f"(switch lamp-{number})" in answer["result"]["output"]["sas_plan"], answer
        services[0].kill()
        status, job = ask("POST", "/v1/jobs", body)
        assert status == 202, job
        while ask("GET", f"/v1/jobs/{job['id']}")[1]["status"] != "ended":
            time.sleep(0.02)
        print(f"nginx: 10 jobs were answered by the services {sorted(names)}, and one more when one of them was dead")
        return names == {"a", "b"}
    finally:
        proxy.send_signal(signal.SIGTERM)
        proxy.wait()
        services[1].stop()


sys.exit(0 if main() else 1)
