"""Web processes in which one request lets no other thread run: they are ended and started again."""

import http.client
import os
import signal
import sys
import threading
import time

from probierz.web.operation import supervisor
from probierz.web.operation.supervisor import listening, supervise, web_programs

STUCK = """
import faulthandler, re, signal, socket, sys
from probierz.web.operation import webserver

def application(environ, start):
    if environ["PATH_INFO"] == "/stuck":
        re.match("(?:a+)+b", "a" * 60)  # for years, and the interpreter is nobody else's
    start("200 OK", [("Content-Length", "2")])
    return [b"ok"]

webserver.LOOK_SECONDS = 1
faulthandler.register(signal.SIGUSR1)
listener = socket.socket(fileno=int(sys.argv[1]))
webserver.Server(application, listener, most_bytes=1000, pulse=int(sys.argv[2])).run()
"""


def get(port, path):
    connection = http.client.HTTPConnection("127.0.0.1", port, timeout=60)
    try:
        connection.request("GET", path)
        return connection.getresponse().read()
    except (OSError, http.client.HTTPException) as error:
        return repr(error)
    finally:
        connection.close()


def test_a_web_process_in_which_one_request_lets_no_other_go_on_is_ended_and_started_again(monkeypatch, capfd):
    monkeypatch.setattr(supervisor, "SILENCE", 4.0)
    listener = listening("127.0.0.1", 0)
    port = listener.getsockname()[1]
    (program,) = web_programs(listener, 1)
    program.command = [sys.executable, "-c", STUCK, *program.command[3:]]
    said, answers = [], []

    def client():
        answers.append(get(port, "/"))
        time.sleep(2)  # it has beaten by then
        answers.extend((get(port, "/stuck"), get(port, "/")))
        os.kill(os.getpid(), signal.SIGTERM)

    asking = threading.Thread(target=client)
    supervise([program], said.append, lambda: True, asking.start)
    asking.join()
    listener.close()
    assert (answers[0], answers[2]) == (b"ok", b"ok")
    assert answers[1] != b"ok"
    assert said[0] == "web 1 has not answered for 4 s and is ended; where it was stands here:"
    assert "in application" in capfd.readouterr().err
