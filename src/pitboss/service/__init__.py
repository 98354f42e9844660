"""What every face of a table needs: what is asked, what may be said, what has happened, and what may be seen.

Terminal, server, notebook and learning environment are made of it. It gives plain data, which `wire` turns into JSON,
and it knows no price, so nobody at a live table is advised by it.
"""
